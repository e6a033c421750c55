package io.github.dynamolock;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends one hold: frees its row, or gives it to the next thread of this client that waits for the key. Before its shortest
 * hold is over the row stays taken instead, with a lease of what remains, and is freed then. Repeated releases get the first
 * one's result; a failed one may be tried again.
 */
final class Releasing {

    private static final Logger log = LoggerFactory.getLogger(Releasing.class);

    private final Engine engine;
    private final Hold hold;
    private final boolean deleteByDefault;

    /** Guarded by this. */
    private @Nullable CompletableFuture<ReleaseResult> current;

    /** Whether a release that failed may have freed the row all the same: then it is no other's doing when it is free. */
    private volatile boolean mayBeFreed;

    Releasing(Engine engine, Hold hold, boolean deleteByDefault) {
        this.engine = engine;
        this.hold = hold;
        this.deleteByDefault = deleteByDefault;
    }

    CompletableFuture<ReleaseResult> start(ReleaseRequest how, MinHold minHold, Executor executor) {
        CompletableFuture<ReleaseResult> mine = new CompletableFuture<>();
        synchronized (this) {
            if (current != null) {
                return current.thenApply(
                        result -> result == ReleaseResult.RELEASED ? ReleaseResult.ALREADY_RELEASED : result);
            }
            current = mine;
        }
        executor.execute(() -> {
            try {
                mine.complete(run(how, minHold));
            } catch (Throwable t) {
                synchronized (this) {
                    current = null;
                }
                mine.completeExceptionally(Errors.describe(engine.settings().table(), hold.lockKey(), t));
            }
        });
        return mine;
    }

    private ReleaseResult run(ReleaseRequest how, MinHold minHold) {
        if (!hold.ending()) {
            return afterLoss(how, minHold, hold.state().lease().loss());
        }
        Moment now = engine.clock().now();
        boolean handsOver =
                !delete(how) && minHold.isOver(now) && hold.state().lease().isHeld(now);
        AcquireTask next = handsOver ? engine.queues().successor(hold, now) : null;
        Ending ending = ending(how, minHold, next);
        try {
            LockLoss.Reason lost = end(ending);
            if (lost != null) {
                hold.state().lostWhileEnding(lost, ending.evidence());
                return ReleaseResult.LOST;
            }
            hold.released();
            return ReleaseResult.RELEASED;
        } catch (RuntimeException | Error e) {
            loseAtTheEndOfTheLease();
            throw e;
        } finally {
            engine.holds().remove(hold);
            if (ending.rowIsKept()) {
                freeAfter(minHold, how);
            } else {
                ending.passOn();
                engine.queues().ended(hold);
            }
        }
    }

    /** Until then the hold keeps its place in the queue, so that no thread of this client asks for the row. */
    private void freeAfter(MinHold minHold, ReleaseRequest how) {
        long rest = minHold.remainingNanos(engine.clock().now());
        engine.keptRows().keep(rest, () -> engine.calls().execute(() -> freeKept(how)));
    }

    private void freeKept(ReleaseRequest how) {
        try {
            LockLoss.Reason lost = end(ending(how, MinHold.NONE, null));
            if (lost != null) {
                log.debug(
                        "the row of {} was not this client's any more at the end of its shortest hold",
                        hold.described());
            }
        } catch (RuntimeException e) {
            log.warn(
                    "{} could not be freed at the end of its shortest hold; it lapses with its lease",
                    hold.described(),
                    e);
        } finally {
            engine.queues().ended(hold);
        }
    }

    /** A row that could not be freed lapses; unless another try frees it until then, that is told as a loss. */
    private void loseAtTheEndOfTheLease() {
        long rest = hold.state().lease().remainingNanos(engine.clock().now());
        engine.scheduler().schedule(rest, () -> hold.state().lostWhileEnding(LockLoss.Reason.EXPIRED, null));
    }

    private Ending ending(ReleaseRequest how, MinHold minHold, @Nullable AcquireTask next) {
        return new Ending(engine, hold, how, delete(how), minHold, next, mayBeFreed);
    }

    private LockLoss.@Nullable Reason end(Ending ending) {
        try {
            return ending.end();
        } finally {
            mayBeFreed = ending.mayBeApplied();
        }
    }

    private boolean delete(ReleaseRequest how) {
        Boolean asked = how.delete();
        return asked == null ? deleteByDefault : asked;
    }

    /** A hold that ended by time may still have its row: freeing it spares the next holder the rest of the lease. */
    private ReleaseResult afterLoss(ReleaseRequest how, MinHold minHold, LockLoss.@Nullable Reason reason) {
        if (reason != LockLoss.Reason.TAKEN_OVER && reason != LockLoss.Reason.DELETED) {
            Ending ending = ending(how, minHold, null);
            try {
                LockLoss.Reason unused = end(ending);
                if (ending.rowIsKept()) {
                    freeAfter(minHold, how);
                }
            } catch (RuntimeException e) {
                if (reason == LockLoss.Reason.CLIENT_CLOSED) {
                    throw e;
                }
                log.debug("the row of {}, lost before, was not freed", hold.described(), e);
            }
        }
        return ReleaseResult.LOST;
    }
}

package io.github.dynamolock;

import io.github.dynamolock.table.Acquire;
import io.github.dynamolock.table.LockRow;
import io.github.dynamolock.table.WriteResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.SdkBytes;

/**
 * Ends one hold: frees its row, or gives it to the next thread of this client that waits for the key. Before its shortest
 * hold is over the row stays taken instead, with a lease of what remains, and is freed then. Repeated releases get the first
 * one's result; a failed one may be tried again.
 */
final class Releasing {

    private static final Logger log = LoggerFactory.getLogger(Releasing.class);

    private static final int ATTEMPTS = 3;
    private static final long MILLIS_PER_SECOND = 1000;

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
        Ending ending = new Ending(how, minHold, next);
        try {
            LockLoss.Reason lost = ending.end();
            if (lost != null) {
                hold.state().lostWhileEnding(lost, ending.evidence);
                return ReleaseResult.LOST;
            }
            hold.released();
            return ReleaseResult.RELEASED;
        } catch (RuntimeException e) {
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
            LockLoss.Reason lost = new Ending(how, MinHold.NONE, null).end();
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

    private boolean delete(ReleaseRequest how) {
        Boolean asked = how.delete();
        return asked == null ? deleteByDefault : asked;
    }

    /** A hold that ended by time may still have its row: freeing it spares the next holder the rest of the lease. */
    private ReleaseResult afterLoss(ReleaseRequest how, MinHold minHold, LockLoss.@Nullable Reason reason) {
        if (reason != LockLoss.Reason.TAKEN_OVER && reason != LockLoss.Reason.DELETED) {
            Ending ending = new Ending(how, minHold, null);
            try {
                LockLoss.Reason unused = ending.end();
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

    /** One release, with what it has learned so far. */
    private final class Ending {

        private final ReleaseRequest how;
        private final boolean delete;
        private final MinHold minHold;
        private final @Nullable AcquireTask next;
        private @Nullable Moment handOverSent;
        private @Nullable LockRow handedOver;
        private @Nullable LockRow evidence;
        private boolean mayBeApplied;

        /** Whether the last write keeps the row, rather than freeing it. */
        private boolean keeping;

        private boolean done;

        Ending(ReleaseRequest how, MinHold minHold, @Nullable AcquireTask next) {
            this.how = how;
            this.delete = delete(how);
            this.minHold = minHold;
            this.next = next;
            this.mayBeApplied = mayBeFreed;
        }

        /** Whether all is done except that the row is to be freed later. */
        boolean rowIsKept() {
            return keeping && done;
        }

        /** Frees, keeps or hands over the row: null when that is done, or how the lock turned out to be lost before. */
        LockLoss.@Nullable Reason end() {
            LockLoss.Reason lost = write();
            done = lost == null;
            return lost;
        }

        private LockLoss.@Nullable Reason write() {
            RuntimeException last = new IllegalStateException("the row refused its own holder's release");
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                Moment now = engine.clock().now();
                keeping = !minHold.isOver(now);
                WriteResult result;
                if (keeping) {
                    result = keep(minHold.lease(now));
                } else {
                    result = attempt == 0 && next != null ? handOver(next) : release();
                }
                if (result instanceof WriteResult.Applied) {
                    return null;
                }
                if (result instanceof WriteResult.Unknown unknown) {
                    noteUnknown(now);
                    last = unknown.cause();
                } else if (result instanceof WriteResult.Refused refused) {
                    if (refused.sentBefore()) {
                        noteUnknown(now);
                    }
                    evidence = refused.row();
                    if (!isOurs(evidence)) {
                        return judge(evidence);
                    }
                    if (keeping) {
                        // This write itself, or a later one: whichever it is, its lease reaches as far.
                        return null;
                    }
                }
            }
            throw last;
        }

        /** To be freed is whatever has the hold's id; to be kept only what was granted. */
        private boolean isOurs(@Nullable LockRow row) {
            return keeping ? hold.state().lease().isHolderOf(row) : row != null && row.isHeldBy(hold.holdId());
        }

        /**
         * A write that keeps the row neither frees nor deletes it, applied or not. Nor says one that was sent when the lease
         * was over anything of a row that is gone: another can have had it.
         */
        private void noteUnknown(Moment sent) {
            if (!keeping && hold.state().lease().isHeld(sent)) {
                mayBeApplied = true;
                mayBeFreed = true;
            }
        }

        private WriteResult keep(Duration lease) {
            Lease last = hold.state().sendingLast(lease);
            return hold.rows().renew(hold.lockKey().value(), last.renew(), null, false);
        }

        private WriteResult handOver(AcquireTask successor) {
            handOverSent = engine.clock().now();
            WriteResult result =
                    hold.rows().handOver(withLeftData(successor.write()), hold.holdId(), hold.fencingToken());
            if (result instanceof WriteResult.Applied applied) {
                handedOver = applied.row();
            }
            return result;
        }

        private WriteResult release() {
            return delete
                    ? hold.rows().releaseAndDelete(hold.lockKey().value(), hold.holdId())
                    : hold.rows().release(hold.lockKey().value(), hold.holdId(), how.data(), expiresAt());
        }

        /** The payload that this release leaves is what the next holder finds, unless it replaces it. */
        private Acquire withLeftData(Acquire acquire) {
            SdkBytes left = how.data();
            return left == null || acquire.replaceData() ? acquire : acquire.withData(left);
        }

        private @Nullable Long expiresAt() {
            Duration retention = engine.settings().releasedRowRetention();
            return retention == null
                    ? null
                    : engine.clock().now().wallMillis() / MILLIS_PER_SECOND + Math.max(1, retention.toSeconds());
        }

        /** What a row that refused, and is not held by this hold any more, says of it. */
        private LockLoss.@Nullable Reason judge(@Nullable LockRow row) {
            if (keeping) {
                return hold.state().lease().lossShownBy(row);
            }
            boolean leaseRuns = hold.state().lease().isHeld(engine.clock().now());
            if (row == null) {
                boolean byUs = delete || engine.settings().rowFormat().layout().released() == null;
                if (byUs && (leaseRuns || mayBeApplied)) {
                    return null;
                }
                // After its end, who deleted the row is not known; it may have been a release of this hold that came
                // too late.
                return leaseRuns ? LockLoss.Reason.DELETED : LockLoss.Reason.EXPIRED;
            }
            if (row.isOf(hold.holdId())) {
                return null;
            }
            if (next != null && row.isHeldBy(next.holdId())) {
                // Handed over, but maybe not from the row that this hold had: one may have been deleted in between.
                mayBeApplied = true;
                return null;
            }
            // Nobody takes a row whose lease still runs: if another has it, an earlier attempt had freed it.
            return mayBeApplied && leaseRuns ? null : LockLoss.Reason.TAKEN_OVER;
        }

        /** The chosen one has the row now, or must ask the table for it. */
        void passOn() {
            if (next != null && handedOver != null && handOverSent != null) {
                next.handedOver(handedOver, handOverSent);
            } else if (next != null && handOverSent != null && mayBeApplied) {
                next.maybeHandedOver(handOverSent);
            } else if (next != null) {
                next.begin(false);
            }
        }
    }
}

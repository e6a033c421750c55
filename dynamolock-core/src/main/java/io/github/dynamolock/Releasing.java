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
 * Ends one hold: frees its row, or gives it to the next thread of this client that waits for the key. Repeated releases
 * get the first one's result; a failed one may be tried again.
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

    Releasing(Engine engine, Hold hold, boolean deleteByDefault) {
        this.engine = engine;
        this.hold = hold;
        this.deleteByDefault = deleteByDefault;
    }

    CompletableFuture<ReleaseResult> start(ReleaseRequest how, Executor executor) {
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
                mine.complete(run(how));
            } catch (Throwable t) {
                synchronized (this) {
                    current = null;
                }
                mine.completeExceptionally(Errors.describe(engine.settings().table(), hold.lockKey(), t));
            }
        });
        return mine;
    }

    private ReleaseResult run(ReleaseRequest how) {
        hold.leaseNow();
        LockLoss loss = hold.loss();
        if (loss != null) {
            return afterLoss(how, loss);
        }
        Moment now = engine.clock().now();
        hold.ending();
        boolean delete = delete(how);
        AcquireTask next =
                delete || !hold.lease().isHeld(now) ? null : engine.queues().successor(hold, now);
        Ending ending = new Ending(how, delete, next);
        try {
            return ending.free();
        } finally {
            engine.holds().remove(hold);
            engine.queues().ended(hold);
            ending.begin();
        }
    }

    private boolean delete(ReleaseRequest how) {
        Boolean asked = how.delete();
        return asked == null ? deleteByDefault : asked;
    }

    /** A hold that ended by time may still have its row: freeing it spares the next holder the rest of the lease. */
    private ReleaseResult afterLoss(ReleaseRequest how, LockLoss loss) {
        boolean mayStillBeOurs =
                loss.reason() != LockLoss.Reason.TAKEN_OVER && loss.reason() != LockLoss.Reason.DELETED;
        if (mayStillBeOurs) {
            try {
                new Ending(how, delete(how), null).write(false);
            } catch (RuntimeException e) {
                if (loss.reason() == LockLoss.Reason.CLIENT_CLOSED) {
                    throw e;
                }
                log.debug("the row of lock {}, lost before, was not freed", hold.lockKey(), e);
            }
        }
        return ReleaseResult.LOST;
    }

    /** One release, with what it has learned so far. */
    private final class Ending {

        private final ReleaseRequest how;
        private final boolean delete;
        private final @Nullable AcquireTask next;
        private @Nullable Moment handOverSent;
        private boolean mayBeApplied;
        private boolean nextHasIt;

        Ending(ReleaseRequest how, boolean delete, @Nullable AcquireTask next) {
            this.how = how;
            this.delete = delete;
            this.next = next;
        }

        ReleaseResult free() {
            RuntimeException last = null;
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                boolean handOver = next != null && attempt == 0;
                WriteResult result = write(handOver);
                if (result instanceof WriteResult.Applied applied) {
                    return handOver && applied.row() != null ? handedOver(applied.row()) : released();
                }
                if (result instanceof WriteResult.Unknown unknown) {
                    mayBeApplied = true;
                    last = unknown.cause();
                } else if (result instanceof WriteResult.Refused refused) {
                    mayBeApplied |= refused.sentBefore();
                    ReleaseResult verdict = judge(refused.row());
                    if (verdict != null) {
                        return verdict;
                    }
                }
            }
            throw last != null ? last : new IllegalStateException("the row refused its own holder's release");
        }

        WriteResult write(boolean handOver) {
            if (handOver && next != null) {
                handOverSent = engine.clock().now();
                return engine.rows().handOver(withLeftData(next.write()), hold.holdId());
            }
            if (delete) {
                return engine.rows().releaseAndDelete(hold.lockKey().value(), hold.holdId());
            }
            return engine.rows().release(hold.lockKey().value(), hold.holdId(), how.data(), expiresAt());
        }

        /** The payload that this release leaves is what the next holder finds, unless it replaces it. */
        private Acquire withLeftData(Acquire acquire) {
            SdkBytes left = how.data();
            if (left == null || acquire.replaceData()) {
                return acquire;
            }
            return new Acquire(
                    acquire.key(),
                    acquire.holdId(),
                    acquire.ownerName(),
                    acquire.lease(),
                    left,
                    true,
                    acquire.attributes(),
                    acquire.tokenSeed());
        }

        private @Nullable Long expiresAt() {
            Duration retention = engine.settings().releasedRowRetention();
            return retention == null
                    ? null
                    : engine.clock().now().wallMillis() / MILLIS_PER_SECOND + Math.max(1, retention.toSeconds());
        }

        /** What the row that refused says of this hold; null when it says nothing yet. */
        private @Nullable ReleaseResult judge(@Nullable LockRow row) {
            boolean leaseRuns = hold.lease().isHeld(engine.clock().now());
            if (row == null) {
                boolean byUs = delete || engine.settings().rowFormat().layout().released() == null;
                return byUs && (leaseRuns || mayBeApplied) ? released() : lost(LockLoss.Reason.DELETED, null);
            }
            if (next != null && row.isHeldBy(next.holdId())) {
                return handedOver(row);
            }
            if (row.isOf(hold.holdId())) {
                return row.released() ? released() : null;
            }
            // Nobody takes a row whose lease still runs: if another has it, an earlier attempt had freed it.
            return mayBeApplied && leaseRuns ? released() : lost(LockLoss.Reason.TAKEN_OVER, row);
        }

        private ReleaseResult handedOver(LockRow row) {
            hold.released();
            if (next != null && handOverSent != null) {
                nextHasIt = true;
                next.handedOver(row, handOverSent);
            }
            return ReleaseResult.RELEASED;
        }

        private ReleaseResult released() {
            hold.released();
            return ReleaseResult.RELEASED;
        }

        private ReleaseResult lost(LockLoss.Reason reason, @Nullable LockRow row) {
            hold.lostWhileEnding(reason, row);
            return ReleaseResult.LOST;
        }

        /** Whoever was to get the row and did not must ask the table. */
        void begin() {
            if (next != null && !nextHasIt) {
                next.begin(false);
            }
        }
    }
}

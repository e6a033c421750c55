package io.github.dynamolock;

import io.github.dynamolock.table.Acquire;
import io.github.dynamolock.table.LockRow;
import io.github.dynamolock.table.WriteResult;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/** One release of a hold: its writes, and what their answers have shown so far. For one thread. */
final class Ending {

    private static final int ATTEMPTS = 3;
    private static final long MILLIS_PER_SECOND = 1000;

    private final Engine engine;
    private final Hold hold;
    private final ReleaseRequest how;
    private final boolean delete;
    private final MinHold minHold;
    private final @Nullable AcquireTask next;
    private @Nullable Moment handOverSent;
    private @Nullable LockRow handedOver;
    private @Nullable LockRow evidence;

    /** Whether a write that failed, of this release or one before, may have freed the row: then it is no other's doing. */
    private boolean mayBeApplied;

    /** Whether the last write keeps the row, rather than freeing it. */
    private boolean keeping;

    private boolean done;

    /**
     * @param next the thread of this client to hand the row over to
     * @param mayBeApplied whether a release before this one may have been applied
     */
    Ending(
            Engine engine,
            Hold hold,
            ReleaseRequest how,
            boolean delete,
            MinHold minHold,
            @Nullable AcquireTask next,
            boolean mayBeApplied) {
        this.engine = engine;
        this.hold = hold;
        this.how = how;
        this.delete = delete;
        this.minHold = minHold;
        this.next = next;
        this.mayBeApplied = mayBeApplied;
    }

    boolean mayBeApplied() {
        return mayBeApplied;
    }

    /** The row of the last answer that refused. */
    @Nullable
    LockRow evidence() {
        return evidence;
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
        }
    }

    private WriteResult keep(Duration lease) {
        Lease last = hold.state().sendingLast(lease);
        return hold.rows().renew(hold.lockKey().value(), last.renew(), null, false);
    }

    private WriteResult handOver(AcquireTask successor) {
        handOverSent = engine.clock().now();
        WriteResult result = hold.rows().handOver(withLeftData(successor.write()), hold.holdId(), hold.fencingToken());
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

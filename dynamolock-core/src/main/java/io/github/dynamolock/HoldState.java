package io.github.dynamolock;

import io.github.dynamolock.table.LockRow;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Where a hold stands: HELD → ENDING (a release is under way, or failed and may be tried again) → RELEASED; and lost, at
 * any time, from HELD, or from ENDING when the release finds so. Once it has left HELD it never is held again.
 *
 * <p>Changes happen under the object's monitor, which is never held during a call or a callback; looking takes no lock. A
 * loss is reported once, to whoever was given for it, after the change and outside the monitor.
 */
final class HoldState {

    private enum Stage {
        HELD,
        ENDING,
        RELEASED
    }

    private final Clock clock;
    private final BiConsumer<LockLoss.Reason, @Nullable LockRow> onLost;

    private volatile Stage stage = Stage.HELD;
    private volatile Lease lease;

    HoldState(Clock clock, Lease granted, BiConsumer<LockLoss.Reason, @Nullable LockRow> onLost) {
        this.clock = clock;
        this.lease = granted;
        this.onLost = onLost;
    }

    boolean isHeld() {
        return stage == Stage.HELD && leaseNow().loss() == null;
    }

    /** What {@link #isHeld} would answer, without reporting a loss that nobody has noticed yet. */
    boolean wouldBeHeld() {
        return stage == Stage.HELD && lease.isHeld(clock.now());
    }

    /** The lease as last changed. */
    Lease lease() {
        return lease;
    }

    /** The lease as it is now; a loss that has come by time alone is reported as soon as anyone looks. */
    Lease leaseNow() {
        Moment now = clock.now();
        Lease current = lease;
        boolean lostMeanwhile = current.loss() == null && current.at(now).loss() != null;
        return lostMeanwhile ? update(l -> l.at(now), null) : current;
    }

    /** The time left, zero when it is not held: of one moment, however the hold changes meanwhile. */
    long remainingNanos() {
        Stage in;
        Lease current;
        Moment now;
        do {
            in = stage;
            current = lease;
            now = clock.now();
        } while (in != stage || !current.equals(lease));
        long rest = in == Stage.HELD ? current.remainingNanos(now) : 0;
        if (rest == 0) {
            Lease unused = leaseNow();
        }
        return rest;
    }

    /** The next value of the lease after an event, unless the hold is ending. */
    Lease update(UnaryOperator<Lease> event, @Nullable LockRow seen) {
        return change(Stage.HELD, event, seen);
    }

    /** Counts the longest hold anew from this moment; false when it is not held any more. */
    boolean limit(Moment now, @Nullable Duration maxHold) {
        if (leaseNow().loss() != null) {
            return false;
        }
        synchronized (this) {
            if (stage != Stage.HELD || lease.loss() != null) {
                return false;
            }
            lease = lease.limited(now, maxHold);
            return true;
        }
    }

    /** A release found that the lock was another's already. */
    void lostWhileEnding(LockLoss.Reason reason, @Nullable LockRow seen) {
        Lease unused = change(Stage.ENDING, l -> l.lost(reason), seen);
    }

    private Lease change(Stage in, UnaryOperator<Lease> event, @Nullable LockRow seen) {
        Lease after;
        boolean newlyLost;
        synchronized (this) {
            if (stage != in) {
                return lease;
            }
            after = event.apply(lease);
            newlyLost = lease.loss() == null && after.loss() != null;
            lease = after;
        }
        LockLoss.Reason reason = after.loss();
        if (newlyLost && reason != null) {
            onLost.accept(reason, seen);
        }
        return after;
    }

    /** The lease with the counter of a renewal that is about to be sent; null when there is nothing to renew. */
    @Nullable
    Lease sending(Duration atLeast) {
        if (leaseNow().loss() != null) {
            return null;
        }
        Moment now = clock.now();
        synchronized (this) {
            if (stage != Stage.HELD || lease.loss() != null) {
                return null;
            }
            lease = lease.sending(atLeast, now);
            return lease;
        }
    }

    /** The same for a row that is only kept until its release goes through, whoever believes in it. */
    synchronized Lease sendingForRow(Duration atLeast) {
        lease = lease.sending(atLeast, clock.now());
        return lease;
    }

    /** A write of exactly this lease, for a row that stays taken though its hold has ended. */
    synchronized Lease sendingLast(Duration exactly) {
        lease = lease.sendingExactly(exactly, clock.now());
        return lease;
    }

    /** Leaves HELD for a release; false when it is lost. */
    synchronized boolean ending() {
        if (lease.loss() == null) {
            stage = Stage.ENDING;
        }
        return lease.loss() == null;
    }

    synchronized void released() {
        stage = Stage.RELEASED;
    }
}

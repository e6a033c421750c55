package io.github.dynamolock;

import io.github.dynamolock.table.LockRow;
import io.github.dynamolock.table.Renew;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One hold's lease as its holder knows it: a value. Each event gives the next value; nothing here reads a clock, makes a
 * call or has a thread.
 *
 * <p>The holder counts from just before the first send of the write that last reached the table, and only to nine tenths
 * of the lease. Once past, the lease is lost for good: no late answer brings it back. A renewal whose answer is missing
 * changes nothing but the counter, so that the next one is ordered after it.
 *
 * @param holdId the hold's id
 * @param token the fencing token it was granted
 * @param counter the counter of the latest renewal sent, 0 before the first
 * @param confirmedCounter the counter of the latest write known to be in the table
 * @param confirmed the first send of the latest write known to be in the table
 * @param duration the lease that this write put there
 * @param sent when the latest write was sent, known to be in the table or not
 * @param written the lease that this write carries
 * @param granted when the lock was granted, or its longest hold last counted anew
 * @param maxHold after which the hold ends whatever happens, or null for never
 * @param loss why it was lost, or null while it is held
 */
record Lease(
        String holdId,
        long token,
        long counter,
        long confirmedCounter,
        Moment confirmed,
        Duration duration,
        Moment sent,
        Duration written,
        Moment granted,
        @Nullable Duration maxHold,
        LockLoss.@Nullable Reason loss) {

    private static final long MARGIN_DIVISOR = 10;

    static Lease granted(
            String holdId, long token, Moment sent, Duration duration, Moment granted, @Nullable Duration maxHold) {
        return new Lease(holdId, token, 0, 0, sent, duration, sent, duration, granted, maxHold, null);
    }

    /** Whether a lease that a write sent at this moment brought is over for its holder. */
    static boolean isOver(Moment sent, Duration duration, Moment now) {
        return now.since(sent) >= beliefNanos(duration);
    }

    private static long beliefNanos(Duration duration) {
        return duration.toNanos() - duration.toNanos() / MARGIN_DIVISOR;
    }

    /** The lease to write so that its holder believes in it for at least this long. */
    static Duration lastingFor(Duration belief) {
        return Duration.ofMillis(belief.toMillis() * MARGIN_DIVISOR / (MARGIN_DIVISOR - 1) + 2);
    }

    boolean isHeld(Moment now) {
        return at(now).loss == null;
    }

    /** This lease at a later moment: the same, or lost by time. */
    Lease at(Moment now) {
        if (loss != null) {
            return this;
        }
        if (isOver(confirmed, duration, now)) {
            return lost(LockLoss.Reason.EXPIRED);
        }
        return nanosUntilMaxHold(now) <= 0 ? lost(LockLoss.Reason.MAX_HOLD) : this;
    }

    /** How long it stays held without a further renewal; zero once lost. */
    long remainingNanos(Moment now) {
        if (at(now).loss != null) {
            return 0;
        }
        return Math.min(beliefNanos(duration) - now.since(confirmed), nanosUntilMaxHold(now));
    }

    private long nanosUntilMaxHold(Moment now) {
        return maxHold == null ? Long.MAX_VALUE : maxHold.toNanos() - now.since(granted);
    }

    /** Counts the longest hold anew. */
    Lease limited(Moment now, @Nullable Duration limit) {
        return new Lease(
                holdId, token, counter, confirmedCounter, confirmed, duration, sent, written, now, limit, loss);
    }

    /** Time since the last write known to be in the table. */
    long age(Moment now) {
        return now.since(confirmed);
    }

    /**
     * A renewal is about to be sent under the next counter, with the usual lease, or a longer one where an extension sent
     * before still reaches further. So each write reaches at least as far as those before it, and whichever of them is
     * the last in the table, its lease covers what this holder believes.
     */
    Lease sending(Duration usual, Moment now) {
        Duration rest = written.minusNanos(now.since(sent));
        Duration next = rest.compareTo(usual) > 0
                ? Duration.ofMillis(rest.plusNanos(999_999).toMillis())
                : usual;
        return sendingExactly(next, now);
    }

    /**
     * A write of exactly this lease is about to be sent under the next counter, however far those before it reach. Only when
     * nobody believes in the lock any more.
     */
    Lease sendingExactly(Duration lease, Moment now) {
        return new Lease(
                holdId, token, counter + 1, confirmedCounter, confirmed, duration, now, lease, granted, maxHold, loss);
    }

    /** The renewal that was sent as this value is known to be in the table. */
    Lease renewed(Lease renewal, Moment now) {
        Lease current = at(now);
        if (current.loss != null || renewal.counter < confirmedCounter) {
            return current;
        }
        return new Lease(
                        holdId,
                        token,
                        counter,
                        renewal.counter,
                        renewal.sent,
                        renewal.written,
                        sent,
                        written,
                        granted,
                        maxHold,
                        null)
                .at(now);
    }

    /** A renewal was refused by this row, or by there being none: evidence of whose the lock is. */
    Lease refused(@Nullable LockRow row, Moment now) {
        Lease current = at(now);
        if (current.loss != null || isHolderOf(row)) {
            return current;
        }
        return current.lost(lossShownBy(row));
    }

    /** Whether the row is held by this very grant: a hold id with another token is of a write that came a second time. */
    boolean isHolderOf(@Nullable LockRow row) {
        return row != null && row.isHeldBy(holdId) && row.fencingToken() == token;
    }

    /** The write that carries a renewal which was sent as this value. */
    Renew renew() {
        return new Renew(holdId, token, counter, written);
    }

    /** How the lock was lost, by the row that refused a renewal and is not held by this hold; null when there is none. */
    LockLoss.Reason lossShownBy(@Nullable LockRow row) {
        boolean another = row != null && !row.isOf(holdId);
        return another ? LockLoss.Reason.TAKEN_OVER : LockLoss.Reason.DELETED;
    }

    Lease lost(LockLoss.Reason reason) {
        return loss != null
                ? this
                : new Lease(
                        holdId,
                        token,
                        counter,
                        confirmedCounter,
                        confirmed,
                        duration,
                        sent,
                        written,
                        granted,
                        maxHold,
                        reason);
    }
}

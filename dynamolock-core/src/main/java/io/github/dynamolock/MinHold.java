package io.github.dynamolock;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long a key stays taken after its grant, however soon its holder is done with it: a value.
 *
 * <p>Counted by the monotonic clock alone, for a wall clock that is set must not cut it short.
 *
 * @param granted when the lock was granted
 * @param nanos how long it is taken from then on at least; 0 when a release frees it at once
 */
record MinHold(Moment granted, long nanos) {

    /** A release frees the row at once. */
    static final MinHold NONE = new MinHold(new Moment(0, 0), 0);

    static MinHold of(LockRequest request, Moment granted) {
        return request.minHold()
                .map(atLeast -> new MinHold(granted, atLeast.toNanos()))
                .orElse(NONE);
    }

    /** Checks what a request asks for. */
    static void require(Duration atLeast, @Nullable Duration maxHold) {
        ClientSettings.requirePositive("minHold", atLeast);
        ClientSettings.requireLease("the lease that minHold needs", Lease.lastingFor(atLeast));
        if (maxHold != null && atLeast.compareTo(maxHold) > 0) {
            throw new IllegalArgumentException("minHold " + atLeast + " must not be longer than maxHold " + maxHold);
        }
    }

    boolean isOver(Moment now) {
        return remainingNanos(now) <= 0;
    }

    /** Zero or less when it is over. */
    long remainingNanos(Moment now) {
        return nanos == 0 ? 0 : nanos - now.monotonicSince(granted);
    }

    /**
     * The lease of a row that nobody renews any more and nobody may take before the end. Who waits counts by a clock that may
     * run faster than this one, so it is longer than what remains, as each lease is than what its holder believes.
     */
    Duration lease(Moment now) {
        return Lease.lastingFor(Duration.ofNanos(Math.max(0, remainingNanos(now))));
    }
}

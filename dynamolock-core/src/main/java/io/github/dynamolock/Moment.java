package io.github.dynamolock;

/**
 * An instant on both of this machine's clocks.
 *
 * <p>The monotonic clock stands still while a virtual machine is suspended; the wall clock can be set. So a holder counts
 * its own lease by whichever says that more time has passed, and a waiter counts the lease of another by the monotonic
 * clock alone: each errs to the side on which nobody is harmed. Moments of different machines are never compared.
 */
record Moment(long nanos, long wallMillis) {

    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final long MAX_MILLIS = Long.MAX_VALUE / NANOS_PER_MILLI;

    /** The time since an earlier moment by the clock that says more. */
    long since(Moment earlier) {
        long wall = wallMillis - earlier.wallMillis;
        long bounded = Math.max(-MAX_MILLIS, Math.min(MAX_MILLIS, wall));
        return Math.max(nanos - earlier.nanos, bounded * NANOS_PER_MILLI);
    }

    /** The time since an earlier moment by the monotonic clock. */
    long monotonicSince(Moment earlier) {
        return nanos - earlier.nanos;
    }
}

package io.github.dynamolock;

import java.time.Duration;

/**
 * A held version of a row, and when this client first had an answer that showed it.
 *
 * <p>The holder counts its lease from before it sent its write, to nine tenths; who waits counts from after the answer,
 * the whole lease and a hundredth more. So the two can't believe in the lock at once while the rates of their clocks
 * differ by less than five percent, however far apart the clocks themselves are.
 */
record Observation(String version, Duration lease, Moment firstSeen) {

    private static final long MARGIN_DIVISOR = 100;

    /** How long the version must stand unchanged before its holder is taken for gone. */
    private long patienceNanos() {
        return lease.toNanos() + lease.toNanos() / MARGIN_DIVISOR;
    }

    boolean isExpired(Moment now) {
        return now.monotonicSince(firstSeen) >= patienceNanos();
    }

    long nanosUntilExpiry(Moment now) {
        return Math.max(0, patienceNanos() - now.monotonicSince(firstSeen));
    }
}

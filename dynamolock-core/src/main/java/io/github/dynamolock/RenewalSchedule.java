package io.github.dynamolock;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * When a hold is renewed next: decided from times alone. Locks that were granted together, or that a pause made late together,
 * are not renewed together: the table gets about as many renewals in each second. Not thread-safe. Times are monotonic
 * nanoseconds.
 */
final class RenewalSchedule {

    private static final double JITTER = 0.1;
    private static final double SPREAD = 0.5;
    private static final int RETRIES_PER_PERIOD = 4;

    /** Locks of one client whose renewals are no burden to anyone, however close together they come. */
    private static final int FEW = 100;

    private final long period;
    private final DoubleSupplier random;
    private long due;

    /** A schedule; a period of zero is for none. */
    RenewalSchedule(Duration period, DoubleSupplier random) {
        this.period = period.toNanos();
        this.random = random;
    }

    boolean isAutomatic() {
        return period > 0;
    }

    long nanosUntilDue(long now) {
        return due - now;
    }

    /**
     * The first renewal: in the second half of the period, so that a short hold costs none. Where many are held it comes
     * at any time of a period, as if they had been held for long.
     */
    void granted(long sent, int held) {
        due = sent + (held > FEW ? (long) (random.getAsDouble() * jittered(period, JITTER)) : jittered(period, SPREAD));
    }

    /**
     * The next one comes a period after this one was due, however late it was sent: those that a pause made late are apart again
     * after one more. After a pause of half a period or longer they are spread anew.
     */
    void renewed(long sent) {
        due += jittered(period, JITTER);
        if (due - sent < period / 2) {
            due = sent + jittered(period, SPREAD);
        }
    }

    /** A renewal did not reach the table, as far as known: it is tried again soon. */
    void failed(long now) {
        due = now + jittered(period / RETRIES_PER_PERIOD, JITTER);
    }

    private long jittered(long nanos, double share) {
        return (long) (nanos * (1 - share * random.getAsDouble()));
    }
}

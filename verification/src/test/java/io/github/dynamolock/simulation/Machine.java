package io.github.dynamolock.simulation;

/**
 * A machine's clocks: they run a little fast or slow, the wall clock is set now and then, and the monotonic one stands still
 * while the machine is suspended.
 */
final class Machine {

    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final World world;
    private final double rate;
    private final boolean wallIsTheWorlds;
    private final long started;
    private final long monotonicStart;
    private long wallAheadMillis;
    private long suspendedFrom;
    private long suspendedUntil;
    private double sleptBefore;
    private long wallWasSetBackAt;

    /**
     * A machine that starts now.
     *
     * @param rate of its clocks, 1 for the world's
     * @param wallIsTheWorlds whether its wall clock agrees with all others
     * @param wallAheadMillis how far its wall clock is ahead else
     */
    Machine(World world, double rate, boolean wallIsTheWorlds, long wallAheadMillis) {
        this.world = world;
        this.rate = rate;
        this.wallIsTheWorlds = wallIsTheWorlds;
        this.wallAheadMillis = wallAheadMillis;
        this.started = world.now();
        this.wallWasSetBackAt = started;
        this.suspendedFrom = started;
        this.suspendedUntil = started;
        // As System.nanoTime() may, it starts below zero.
        this.monotonicStart = -wallAheadMillis * NANOS_PER_MILLI / 1000;
    }

    double rate() {
        return rate;
    }

    /** How long it has been there, by a clock of its rate that is never set and never stands still. */
    long steadyNanos() {
        return (long) ((world.now() - started) * rate);
    }

    long monotonicNanos() {
        double slept = sleptBefore + (Math.min(world.now(), suspendedUntil) - suspendedFrom) * rate;
        return monotonicStart + (long) ((world.now() - started) * rate - slept);
    }

    long wallMillis() {
        return wallIsTheWorlds
                ? world.wallMillis()
                : 1_700_000_000_000L + wallAheadMillis + steadyNanos() / NANOS_PER_MILLI;
    }

    void suspend(long nanos) {
        long now = world.now();
        if (now < suspendedUntil) {
            suspendedUntil = Math.max(suspendedUntil, now + nanos);
            return;
        }
        sleptBefore += (suspendedUntil - suspendedFrom) * rate;
        suspendedFrom = now;
        suspendedUntil = now + nanos;
    }

    /** Ends a sleep early. */
    void wake() {
        suspendedUntil = Math.min(suspendedUntil, Math.max(world.now(), suspendedFrom));
    }

    /** When its wall clock was last set back, or when it started. */
    long wallWasSetBackAt() {
        return wallWasSetBackAt;
    }

    void jumpWall(long millis) {
        if (millis < 0) {
            wallWasSetBackAt = world.now();
        }
        wallAheadMillis += millis;
    }
}

package io.github.dynamolock;

/** True time in ticks, with a little more for the short waits between them. One for all clients of a trace. */
final class TracedTime {

    /** So long that all pauses of a trace together are nothing beside it. */
    static final long TICK_NANOS = 20_000_000_000_000L;

    private long nanos;

    void tick() {
        nanos += TICK_NANOS;
    }

    void pass(double more) {
        nanos += (long) Math.ceil(Math.max(0, more)) + 1;
    }

    long nanos() {
        return nanos;
    }
}

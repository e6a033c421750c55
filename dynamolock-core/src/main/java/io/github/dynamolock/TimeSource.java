package io.github.dynamolock;

/**
 * The time as one client knows it. For tests that move it: {@code dynamolock-test} brings one, and {@link
 * LockClientBuilder#timeSource} takes it. Not for production, where the machine's own time is right: exclusion rests on
 * clocks that all run at one rate, and a client whose time is moved believes in its locks for longer or shorter than others do.
 *
 * <p>Implementations must be thread-safe, must not block, and must not throw.
 */
public interface TimeSource {

    /** The monotonic clock, as {@link System#nanoTime()}: it never goes back. */
    long nanoTime();

    /** The wall clock, as {@link System#currentTimeMillis()}. */
    long currentTimeMillis();

    /**
     * Runs a task once, as soon as the monotonic clock has moved on by the delay, and not before. Tasks are short, do not
     * block, and do not run at the same time as others of the same client.
     *
     * @param delayNanos nanoseconds; zero or less means now, but still on a thread of the time source
     * @return takes the task back, unless it has begun
     */
    Runnable schedule(long delayNanos, Runnable task);

    /**
     * Is shown each call to DynamoDB, and what follows from it, just before one of the client's threads gets it to do; what it
     * answers is done in its place. So a time source can tell when a client has done all that one moment asked of it. What is
     * answered must run the work, once. Users' callbacks are not shown.
     */
    default Runnable work(Runnable work) {
        return work;
    }
}

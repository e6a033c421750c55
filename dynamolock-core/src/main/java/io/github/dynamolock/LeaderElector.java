package io.github.dynamolock;

import java.util.Optional;

/**
 * Elects one leader among all processes that campaign for the same key: whoever holds its lock leads.
 *
 * <p>An elector that has been started campaigns for as long as it is not closed: it waits for the lock, without holding a thread, and leads
 * once it is granted; when the lock is lost it campaigns again. A leader steps down by its own clocks, before the lease that
 * others see can end. So no two electors lead at the same time, with the bounds that the {@linkplain
 * io.github.dynamolock package documentation} tells of any lock; there too is what no lease can promise, and what the {@linkplain Term#fencingToken()
 * fencing token} is for.
 *
 * <p>Thread-safe. Close it before its client, which frees its rows without waiting for listeners.
 */
public interface LeaderElector extends AutoCloseable {

    /**
     * Starts the settings of an elector.
     *
     * @param locks the client that holds the lock; it stays the caller's to close, after the elector
     * @param key what to campaign for: a lock's key, which nothing else should lock
     * @throws IllegalArgumentException when the key is none, see {@link LockClient}
     */
    static LeaderElectorBuilder builder(LockClient locks, String key) {
        return new LeaderElectorBuilder(locks, key);
    }

    /** Where an elector stands. */
    enum State {
        /** It was not started yet. */
        NEW,
        /** It waits for the lock, or tries to reach the table. */
        CANDIDATE,
        /** This process leads. */
        LEADER,
        /** Between a leadership, or a failure, and the next campaign. */
        RESTING,
        /** It was closed, or its client was. */
        CLOSED
    }

    /** The key, as it was given. */
    String key();

    /** Where it stands at this moment; {@link State#LEADER} exactly while {@link #isLeader()}. Makes no call. */
    State state();

    /**
     * Adds a listener, behind those that there are.
     *
     * @throws IllegalStateException when the elector was started or closed: each listener hears of whole terms
     */
    void addListener(LeadershipListener listener);

    /**
     * Begins to campaign, and returns at once. Calling it again does nothing. A table that can't be used or reached is tried
     * again after a pause, for as long as it takes.
     *
     * @throws IllegalArgumentException when the client refuses the key or the lease; the elector is closed then
     * @throws IllegalStateException when the elector is closed
     */
    void start();

    /**
     * Whether this process leads, judged as {@link LockHandle#isHeld()} is: by its own clocks, without any call, without blocking, and
     * whatever was told to listeners.
     */
    boolean isLeader();

    /** The present term while this process leads, judged as {@link #isLeader()} is; otherwise empty. */
    Optional<Term> term();

    /**
     * Gives the leadership up, if this process has it, and returns at once: from then on it does not lead. Once the listeners
     * were told, the lock is released; then, after the {@linkplain LeaderElectorBuilder#retryPause pause}, the elector campaigns again,
     * so that others get their turn.
     */
    void resign();

    /**
     * Gives the leadership up, if this process has it, and ends the campaign for good. Returns once the listeners were told and
     * the lock was released, or the attempt to release it failed, which is logged; at once when called in a listener. An interrupt ends the wait alone; the thread's flag is kept.
     * Afterwards the elector has no thread. Calling it again does nothing more.
     */
    @Override
    void close();
}

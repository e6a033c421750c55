package io.github.dynamolock;

import java.time.Duration;

/**
 * Is told what happens to a client's locks: for metrics, logs and events.
 *
 * <p>Called on the client's own threads or the caller's, never under one of the client's locks, and never on the threads that
 * renew. A listener must not block, nor call the client: what takes time belongs on a thread of its own. What it throws is
 * logged and changes nothing. For each acquisition exactly one of
 * {@link #granted} and {@link #notGranted} is called; for each granted lock one of {@link #lost} and
 * {@link #released} follows: a lock whose release failed is lost when its lease is over. {@code granted} comes before the caller has its handle.
 */
public interface LockListener {

    /**
     * A lock was granted.
     *
     * @param waited from the call until the grant
     */
    default void granted(HeldLock lock, Duration waited) {}

    /** An acquisition found the lock held by another for the first time; it waits, or gives up at once. */
    default void contended(LockRequest request, LockInfo holder) {}

    /**
     * An acquisition ended without the lock.
     *
     * @param reason a {@link LockNotGrantedException} when another held it; otherwise why it failed
     */
    default void notGranted(LockRequest request, Throwable reason, Duration waited) {}

    /**
     * A renewal reached the table.
     *
     * @param took from sending it until its answer
     */
    default void renewed(HeldLock lock, Duration took) {}

    /** A renewal did not reach the table, as far as known. It is tried again while the lease lasts. */
    default void renewalFailed(HeldLock lock, Throwable cause) {}

    /** A lock was lost: its holder must stop. */
    default void lost(HeldLock lock, LockLoss loss) {}

    /** A lock was released by its holder; its row may stay taken until its shortest hold is over. */
    default void released(HeldLock lock) {}

    /**
     * A request to DynamoDB has ended: each that the client sends, for acquiring, looking, renewing and releasing. Told on a
     * thread of its own time, so that it may come after what the request led to.
     */
    default void requested(TableRequest request) {}
}

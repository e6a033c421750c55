package io.github.dynamolock;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A lock that was granted, until it is released or lost.
 *
 * <p>Thread-safe; any thread may release it. A handle that was lost stays lost: no late success revives it, and nothing
 * done with it touches a newer holder of the same key.
 */
public interface LockHandle extends AutoCloseable {

    /** The lock's key as text: the string itself, a number's digits, or bytes in Base64. */
    String key();

    /** The owner name in the row. */
    String ownerName();

    /**
     * The id of this hold, new for each acquisition. The row's record version number begins with it for as long as the lock
     * is this handle's.
     */
    String lockId();

    /**
     * A number that is greater than every token granted for this key before. Send it along with each side effect and let
     * the receiver refuse smaller ones: that is what protects against a holder that was paused beyond its lease.
     *
     * <p>While the key's row is kept, which is the default, this holds whatever the clocks say. A row that is deleted takes
     * its token with it. So where releases delete ({@link LockRequest.Builder#deleteOnRelease}, {@link
     * RowFormat#DISTRLOCK}), a lock is granted only after its token was raised, in the row that is held by then, above this
     * machine's wall clock. Tokens then grow however long requests are under way, as long as no machine's wall clock is
     * behind that of an earlier holder by more than the time that has passed since the earlier one was granted, and none is
     * set back by that much. That the two are a millisecond apart is taken for granted: at least two calls lie between them.
     *
     * <p>Where only some of a key's rows are deleted, by some of its requests, by {@link ReleaseRequest#withDelete}, by the
     * table's TTL or by hand, a request that keeps its row begins at the clock as it was when the request was sent: then it
     * may not be under way for longer than that either. Other lock clients on the same table do not count tokens up.
     */
    long fencingToken();

    /** The payload in the row as this handle last read or wrote it. */
    Optional<SdkBytes> data();

    /** The row's other attributes at the time of acquisition, as a copy. */
    Map<String, AttributeValue> attributes();

    /**
     * Whether the lock is still held, judged by this process's own clocks without any call and without blocking. The
     * first look after a pause beyond the lease answers false.
     */
    boolean isHeld();

    /** Whether the safe time given with the request has passed since the last renewal; also true once lost. */
    boolean isAlmostExpired();

    /** How long the lock stays held if no further renewal reaches the table; zero once released or lost. */
    Duration remainingLease();

    /**
     * Renews the lease now. Not needed while the client renews by itself.
     *
     * @throws LockLostException when the lock is lost
     * @throws LockException when the lock was released
     * @throws LockTableException when the renewal did not reach the table; the lock is held until its lease ends
     * @throws InterruptedException when the calling thread is interrupted; the renewal goes on
     */
    void heartbeat() throws InterruptedException;

    /** Renews the lease now, as {@link #heartbeat()} does, and changes the row's data as asked. */
    void heartbeat(HeartbeatRequest request) throws InterruptedException;

    /**
     * Makes the lease last at least this long from now. Later renewals never cut it back.
     *
     * @throws LockLostException when the lock is lost
     * @throws LockException when the lock was released
     * @throws LockTableException when the write did not reach the table; the lock is held until its former lease ends
     * @throws InterruptedException when the calling thread is interrupted
     */
    void extend(Duration atLeast) throws InterruptedException;

    /**
     * Counts the shortest and the longest hold anew, from now, in the place of those that the {@linkplain
     * LockRequest.Builder#minHold request} asked for: for work that turns out to take longer. Makes no call; renewals go on as
     * before. All levels of a reentrant lock share them.
     *
     * @param minHold how long the key stays taken from now on at least, or null to free it at the release
     * @param maxHold how long the lock is held from now on at most, or null for no limit
     * @throws IllegalArgumentException when they are not positive, or do not go together
     * @throws LockLostException when the lock is lost
     * @throws LockException when the lock was released
     */
    default void limitHold(@Nullable Duration minHold, @Nullable Duration maxHold) {
        throw new UnsupportedOperationException("this handle does not change how long it holds");
    }

    /**
     * Releases the lock. Blocks until the table has answered, also when the thread is interrupted (the flag is kept).
     * Repeating it is harmless; after a failure it may be tried again. Before the request's
     * {@linkplain LockRequest.Builder#minHold shortest hold} is over it ends the hold, and the row stays taken until then.
     *
     * @throws LockTableException when the table could not be reached; the row then lapses with its lease
     */
    ReleaseResult release();

    /** Releases the lock as {@link #release()} does, writing data or deleting the row as asked. */
    ReleaseResult release(ReleaseRequest request);

    /**
     * Releases the lock as {@link #release()} does, without blocking the caller. The stage fails with what {@code release}
     * throws; its dependents run on one of the client's threads.
     */
    CompletionStage<ReleaseResult> releaseAsync();

    /**
     * Parts a reentrant lock from the thread that acquired it, for work that keeps it when that thread has gone on to
     * something else: reentrant requests of the thread no longer get the lock through this handle. It is held as before.
     */
    default void detach() {}

    /**
     * Completes once, when the lock is lost. Never completes for a lock that was released. Dependents run on one of the
     * client's threads, never on the one that renews.
     */
    CompletionStage<LockLoss> lost();

    /**
     * Releases the lock for try-with-resources: a failure to release is logged and never thrown, so that it can't mask
     * the body's exception.
     */
    @Override
    void close();
}

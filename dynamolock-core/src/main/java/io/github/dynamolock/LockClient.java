package io.github.dynamolock;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Acquires locks that are rows of one DynamoDB table, keeps them renewed, and releases them.
 *
 * <p>One client serves a whole application: it is thread-safe, and every thread that waits for a key through the same
 * client shares one poller. Two clients, also two in one process with the same owner name, exclude each other.
 *
 * <p>Blocking methods may be interrupted: they end within 100 ms with an {@link InterruptedException}, and what they had
 * begun leaves no held row behind. Keys are checked before any call: a key that is empty, blank, longer than DynamoDB
 * allows (2,048 bytes) or not valid Unicode is an {@link IllegalArgumentException}.
 *
 * <p>What a lease can promise, and what it can not, is told in the {@linkplain io.github.dynamolock package
 * documentation}.
 */
public interface LockClient extends AutoCloseable {

    /**
     * Starts the settings of a client.
     *
     * @param dynamoDb the AWS client that carries the calls; it stays the caller's to close, after this client
     */
    static LockClientBuilder builder(DynamoDbClient dynamoDb) {
        return new LockClientBuilder(dynamoDb);
    }

    /**
     * Acquires the lock, waiting up to the client's wait time.
     *
     * @throws LockNotGrantedException when the wait time is over and another still holds the lock
     * @throws LockTableException when the table can't be used: missing, not permitted, a row that is no lock row, or no
     *     answer when the wait was over
     * @throws LockClientClosedException when the client is closed, also while waiting
     * @throws InterruptedException when the calling thread is interrupted
     */
    LockHandle acquire(String key) throws InterruptedException;

    /** Acquires the lock as {@link #acquire(String)} does, with the request's own settings. */
    LockHandle acquire(LockRequest request) throws InterruptedException;

    /**
     * Tries once, without waiting: empty when another holds the lock, after at most one call to DynamoDB.
     *
     * <p>A lock whose holder died is taken as soon as this client has seen the same row version for longer than the
     * row's lease, counted over all earlier looks at this key. So a caller that tries now and then gets it in the end.
     *
     * @throws LockTableException when the table can't be used or reached
     * @throws LockClientClosedException when the client is closed
     * @throws InterruptedException when the calling thread is interrupted
     */
    Optional<LockHandle> tryAcquire(String key) throws InterruptedException;

    /** Tries once as {@link #tryAcquire(String)} does, with the request's settings; its wait time does not count. */
    Optional<LockHandle> tryAcquire(LockRequest request) throws InterruptedException;

    /**
     * Acquires the lock without blocking the caller, and without holding a thread while it waits.
     *
     * <p>The future fails with what {@link #acquire(LockRequest)} throws. Cancelling it ends the wait; a lock that was
     * granted at that moment is released.
     */
    CompletableFuture<LockHandle> acquireAsync(LockRequest request);

    /**
     * Looks at the row of a key with one strong read, without acquiring it; empty when there is no row.
     *
     * @throws LockTableException when the table can't be used or reached, or the row is no lock row
     * @throws InterruptedException when the calling thread is interrupted
     */
    Optional<LockInfo> find(String key) throws InterruptedException;

    /** Looks at the row of a key of type S, N or B, as {@link #find(String)} does. */
    Optional<LockInfo> find(AttributeValue key) throws InterruptedException;

    /**
     * Frees the lock of a row that was looked at, whoever holds it, if the row is still that version: for people who know
     * that its holder is stuck, or must be stopped. No lease is waited for.
     *
     * <p>The holder is told at its next renewal, {@link LockLoss.Reason#TAKEN_OVER} by this client's owner name, and believes
     * in the lock until then; so for up to its heartbeat period, or its lease when it can't renew, it may run beside the next
     * holder. The row's fencing token grows by one: a receiver that is shown the new one refuses the displaced holder from
     * then on. Where releases delete rows ({@link RowFormat#DISTRLOCK}), the row is deleted, and the holder is told {@link
     * LockLoss.Reason#DELETED}.
     *
     * @param seen the row as {@link #find(String)} showed it
     * @return whether this call freed it; false when it is not that version any more: renewed, released, or another's. A
     *     holder that is alive renews, so look again then, and decide again
     * @throws LockTableException when the table can't be used or reached; the row may be freed all the same
     * @throws InterruptedException when the calling thread is interrupted; the call goes on
     */
    boolean forceRelease(LockInfo seen) throws InterruptedException;

    /** What this client holds now, in the order of acquisition. Makes no call. */
    List<HeldLock> heldLocks();

    /** Which acquisitions wait in this client now, in the order in which they came. Makes no call. */
    List<WaitingLock> waitingLocks();

    /**
     * Adds a listener, for clients that were built without it. It is told what happens from now on, after those that are
     * there already; one that is there already is not added again. Thread-safe.
     */
    void addListener(LockListener listener);

    /** The name that this client writes into the rows that it holds. */
    String ownerName();

    /** The name of the table. */
    String tableName();

    /** How long an acquisition waits whose request does not say. */
    Duration waitTime();

    /** The lease of locks whose request does not say. */
    Duration leaseDuration();

    /** The time between two renewals of a held lock; zero when this client does not renew by itself. */
    Duration heartbeatPeriod();

    /**
     * Releases everything that this client holds and ends its threads.
     *
     * <p>New acquisitions are refused, waiting ones end with {@link LockClientClosedException}, holders are told
     * {@link LockLoss.Reason#CLIENT_CLOSED}. All locks are released in parallel, each independent of the others. A release
     * that fails because the table is too busy or out of reach is tried again, and its row is renewed until it is free. After
     * ten seconds both end, and what is not released lapses with its lease. Rows whose {@linkplain LockRequest.Builder#minHold
     * shortest hold} is not over are not freed: they lapse when it is. Calling it again does nothing.
     *
     * @throws LockException when locks could not be released, after all have been tried; one suppressed exception each
     */
    @Override
    void close();
}

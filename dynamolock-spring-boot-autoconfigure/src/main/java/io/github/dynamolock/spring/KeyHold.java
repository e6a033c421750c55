package io.github.dynamolock.spring;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.ReleaseResult;
import io.github.dynamolock.table.Escapes;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The lock of one key, with all the calls that run under it: the one that acquired it, and those inside it that joined. The
 * last to leave releases it, so that work which outlives the call that began it keeps its lock.
 */
final class KeyHold {

    private static final Logger LOGGER = LoggerFactory.getLogger(DistributedLockInterceptor.class);

    private final LockClient client;
    private final AttributeValue key;
    private final LockHandle handle;
    private final boolean joinable;

    /** Guarded by this. */
    private int calls = 1;

    KeyHold(LockClient client, AttributeValue key, LockHandle handle, boolean joinable) {
        this.client = client;
        this.key = key;
        this.handle = handle;
        this.joinable = joinable;
    }

    LockHandle handle() {
        return handle;
    }

    boolean isOf(LockClient lockClient, AttributeValue lockKey) {
        return client == lockClient && key.equals(lockKey);
    }

    /** One more call under this lock; false when it does not take others, or has ended. */
    synchronized boolean join() {
        boolean joins = joinable && calls > 0 && handle.isHeld();
        if (joins) {
            calls++;
        }
        return joins;
    }

    private synchronized boolean isLastToLeave() {
        calls--;
        return calls == 0;
    }

    /** Ends one call's part in it: the loss, if its release finds one. */
    @Nullable
    Loss leave() {
        if (!isLastToLeave()) {
            return null;
        }
        try {
            return found(handle.release());
        } catch (RuntimeException failure) {
            return notReleased(failure);
        }
    }

    /** Does as {@link #leave()} does without blocking; completes with null when no loss is found, and never fails. */
    CompletionStage<@Nullable Loss> leaveAsync() {
        if (!isLastToLeave()) {
            return CompletableFuture.completedStage(null);
        }
        try {
            return handle.releaseAsync()
                    .handle((result, failure) -> failure == null ? found(result) : notReleased(failure));
        } catch (RuntimeException failure) {
            return CompletableFuture.completedStage(notReleased(failure));
        }
    }

    private @Nullable Loss found(ReleaseResult result) {
        return result == ReleaseResult.LOST ? Loss.unseen(handle) : null;
    }

    private @Nullable Loss notReleased(Throwable failure) {
        LOGGER.warn(
                "The lock '{}' could not be released; it lapses with its lease, in {} at most",
                Escapes.escape(handle.key()),
                handle.remainingLease(),
                failure);
        return null;
    }

    /**
     * How one lock was lost.
     *
     * @param handle the lock
     * @param loss why
     */
    record Loss(LockHandle handle, LockLoss loss) {

        /** How a lock was lost that was found not to be held: as it has been told by now, or by the time that has passed. */
        static Loss unseen(LockHandle handle) {
            AtomicReference<@Nullable LockLoss> told = new AtomicReference<>();
            CompletionStage<?> unused = handle.lost().thenAccept(told::set);
            LockLoss known = told.get();
            return new Loss(handle, known == null ? new LockLoss(LockLoss.Reason.EXPIRED, null) : known);
        }
    }
}

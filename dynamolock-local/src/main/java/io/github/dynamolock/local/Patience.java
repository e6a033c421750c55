package io.github.dynamolock.local;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** How long a caller waits for its answer: as the SDK's clients, until its own timeouts or an interrupt end the call. */
final class Patience {
    private static final Patience ENDLESS = new Patience(null, null, 0);

    private final @Nullable Duration call;
    private final @Nullable Duration attempt;
    private final long start;

    private Patience(@Nullable Duration call, @Nullable Duration attempt, long start) {
        this.call = call;
        this.attempt = attempt;
        this.start = start;
    }

    /** Of a caller whose timeouts are not known here, because they run at its end of a connection. */
    static Patience endless() {
        return ENDLESS;
    }

    /** Of a caller in this process. */
    static Patience of(DynamoDbRequest request) {
        AwsRequestOverrideConfiguration override =
                request.overrideConfiguration().orElse(null);
        if (override == null) {
            return ENDLESS;
        }
        Duration call = override.apiCallTimeout().orElse(null);
        Duration attempt = override.apiCallAttemptTimeout().orElse(null);
        return call == null && attempt == null ? ENDLESS : new Patience(call, attempt, System.nanoTime());
    }

    /** Waits for a time to pass. */
    void sleep(Duration time) {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        try {
            long end = System.nanoTime() + time.toNanos();
            await(lock.newCondition(), () -> System.nanoTime() - end >= 0, time);
        } finally {
            lock.unlock();
        }
    }

    /** Waits, holding the condition's lock, until something is so. */
    void await(Condition changed, BooleanSupplier done) {
        await(changed, done, null);
    }

    private void await(Condition changed, BooleanSupplier done, @Nullable Duration atMost) {
        long end = System.nanoTime() + (atMost == null ? 0 : atMost.toNanos());
        try {
            while (!done.getAsBoolean()) {
                long left = remaining(atMost == null ? Long.MAX_VALUE : end - System.nanoTime());
                if (left == Long.MAX_VALUE) {
                    changed.await();
                } else if (left > 0) {
                    boolean unused = changed.await(left, TimeUnit.NANOSECONDS);
                } else if (!done.getAsBoolean()) {
                    throwTimeout();
                }
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Fails as the SDK does when the calling thread is interrupted, which it stays. */
    static void checkInterrupt() {
        if (Thread.currentThread().isInterrupted()) {
            throw AbortedException.create("Thread was interrupted");
        }
    }

    private static AbortedException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return AbortedException.create("Thread was interrupted", cause);
    }

    private long remaining(long otherwise) {
        long spent = System.nanoTime() - start;
        long left = otherwise;
        left = call == null ? left : Math.min(left, call.toNanos() - spent);
        return attempt == null ? left : Math.min(left, attempt.toNanos() - spent);
    }

    private void throwTimeout() {
        long spent = System.nanoTime() - start;
        if (call != null && spent >= call.toNanos()) {
            throw ApiCallTimeoutException.create(call.toMillis());
        }
        if (attempt != null && spent >= attempt.toNanos()) {
            throw ApiCallAttemptTimeoutException.create(attempt.toMillis());
        }
    }
}

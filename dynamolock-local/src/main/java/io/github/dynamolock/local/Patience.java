package io.github.dynamolock.local;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

    /**
     * Waits for an answer.
     *
     * @throws RuntimeException what the answer failed with, or that the caller gave up
     */
    <T> T await(CompletableFuture<T> answer) {
        try {
            while (true) {
                long left = remaining();
                try {
                    return left == Long.MAX_VALUE ? answer.get() : answer.get(left, TimeUnit.NANOSECONDS);
                } catch (TimeoutException e) {
                    RuntimeException over = timeout();
                    if (over != null) {
                        throw over;
                    }
                }
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Fails an answer at the caller's timeout, unless it comes before. */
    void limit(CompletableFuture<?> answer, Delays delays) {
        long left = remaining();
        if (left == Long.MAX_VALUE) {
            return;
        }
        ScheduledFuture<?> end = delays.schedule(Duration.ofNanos(left), () -> {
            RuntimeException over = timeout();
            if (over == null) {
                limit(answer, delays);
            } else {
                delays.answers().execute(() -> answer.completeExceptionally(over));
            }
        });
        var unused = answer.whenComplete((response, error) -> end.cancel(false));
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

    private long remaining() {
        long spent = System.nanoTime() - start;
        long left = call == null ? Long.MAX_VALUE : call.toNanos() - spent;
        return attempt == null ? left : Math.min(left, attempt.toNanos() - spent);
    }

    private @Nullable RuntimeException timeout() {
        long spent = System.nanoTime() - start;
        if (call != null && spent >= call.toNanos()) {
            return ApiCallTimeoutException.create(call.toMillis());
        }
        return attempt != null && spent >= attempt.toNanos()
                ? ApiCallAttemptTimeoutException.create(attempt.toMillis())
                : null;
    }
}

package io.github.dynamolock.spring;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * Learns when a future is complete. One that can't call back costs a thread that waits for it: methods that return
 * {@code CompletableFuture} are the better ones.
 */
final class PlainFutures {

    private static final SimpleAsyncTaskExecutor WAITERS = waiters();

    private PlainFutures() {}

    private static SimpleAsyncTaskExecutor waiters() {
        SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("dynamolock-future-");
        executor.setDaemon(true);
        return executor;
    }

    /** The future, or null for a body that gave none, as a stage; cancelling it cancels the future. */
    static CompletionStage<?> asStage(@Nullable Object returned) {
        if (returned instanceof CompletionStage<?> stage) {
            return stage;
        }
        CompletableFuture<@Nullable Object> stage = new CompletableFuture<>();
        if (!(returned instanceof Future<?> future)) {
            stage.complete(returned);
        } else if (future.isDone()) {
            copy(future, stage);
        } else {
            CompletableFuture<?> unused = stage.whenComplete((value, failure) -> {
                if (stage.isCancelled()) {
                    future.cancel(true);
                }
            });
            WAITERS.execute(() -> copy(future, stage));
        }
        return stage;
    }

    private static void copy(Future<?> from, CompletableFuture<@Nullable Object> to) {
        try {
            to.complete(from.get());
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            to.completeExceptionally(cause == null ? failed : cause);
        } catch (CancellationException | InterruptedException ended) {
            to.completeExceptionally(ended);
        }
    }
}

package io.github.dynamolock.spring;

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
            to.complete(getThroughInterrupts(from));
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            to.completeExceptionally(cause == null ? failed : cause);
        } catch (RuntimeException | Error ended) {
            to.completeExceptionally(ended);
        }
    }

    /** An interrupt of the waiting thread is no end of what it waits for. */
    private static @Nullable Object getThroughInterrupts(Future<?> future) throws ExecutionException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return future.get();
                } catch (InterruptedException again) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

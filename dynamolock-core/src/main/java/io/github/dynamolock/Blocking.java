package io.github.dynamolock;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Waits for what runs on the client's threads. Failures come back with the waiting thread's stack, which is where the
 * user's code is.
 */
final class Blocking {

    private Blocking() {}

    /** Runs a task on the executor and waits; an interrupt ends the wait, and the task goes on. */
    static void await(Executor executor, Runnable task) throws InterruptedException {
        await(CompletableFuture.runAsync(task, executor));
    }

    static <T> T await(CompletableFuture<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        }
    }

    /** Waits through interrupts and leaves the thread's flag as it was. */
    static <T> T awaitUninterruptibly(CompletableFuture<T> future) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return await(future);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Does something when the future fails or is cancelled. */
    static void whenFailed(CompletableFuture<?> future, Consumer<Throwable> action) {
        CompletableFuture<?> unused = future.whenComplete((value, failure) -> {
            if (failure != null) {
                action.accept(failure);
            }
        });
    }

    /** Does something with the value when there is one. */
    static <T> void whenGranted(CompletableFuture<T> future, Consumer<T> action) {
        CompletableFuture<?> unused = future.thenAccept(action);
    }

    private static RuntimeException failure(@Nullable Throwable cause) {
        if (cause instanceof LockException own) {
            own.setStackTrace(Thread.currentThread().getStackTrace());
            return own;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException runtime ? runtime : new IllegalStateException(cause);
    }
}

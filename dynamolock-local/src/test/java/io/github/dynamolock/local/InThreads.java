package io.github.dynamolock.local;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Work beside a test, each in a thread of its own: the common pool has one thread on a small machine, and calls that hang on
 * purpose would keep it from the next.
 */
public final class InThreads {
    private static final Executor EACH_ITS_OWN = task -> {
        Thread thread = new Thread(task, "beside-the-test");
        thread.setDaemon(true);
        thread.start();
    };

    private InThreads() {}

    public static CompletableFuture<Void> run(Runnable task) {
        return CompletableFuture.runAsync(task, EACH_ITS_OWN);
    }

    public static <T> CompletableFuture<T> supply(Supplier<T> task) {
        return CompletableFuture.supplyAsync(task, EACH_ITS_OWN);
    }
}

package io.github.dynamolock;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one elector: one for each thing to do, which ends with it, so that none is there in between. The JVM's own
 * timer keeps the time.
 */
final class LeaderThreads implements Scheduler, Executor {

    /** Not that of whichever thread happens to start one: users' code runs here. */
    private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();

    @Override
    public void execute(Runnable task) {
        Thread thread = new Thread(task, "dynamolock-leader");
        thread.setDaemon(true);
        thread.setContextClassLoader(loader);
        thread.start();
    }

    @Override
    public Scheduled schedule(long delayNanos, Runnable task) {
        CompletableFuture<Boolean> timer =
                new CompletableFuture<Boolean>().completeOnTimeout(true, delayNanos, TimeUnit.NANOSECONDS);
        CompletableFuture<?> unused = timer.thenRunAsync(task, this);
        return () -> timer.cancel(false);
    }
}

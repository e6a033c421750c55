package io.github.dynamolock;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one elector: one for each thing to do, which ends with it, so that none is there in between. The JVM's own
 * timer keeps the time. A task for which the machine has no thread is tried again until it has.
 */
final class LeaderThreads implements Scheduler, Executor {

    /** How soon a task is tried again for which there was no thread. */
    private static final long RETRY_NANOS = 100_000_000L;

    /** Not that of whichever thread happens to start one: users' code runs here. */
    private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();

    private final ThreadFactory factory;

    LeaderThreads() {
        this(task -> new Thread(task, "dynamolock-leader"));
    }

    LeaderThreads(ThreadFactory factory) {
        this.factory = factory;
    }

    @Override
    public void execute(Runnable task) {
        try {
            Thread thread = factory.newThread(task);
            thread.setDaemon(true);
            thread.setContextClassLoader(loader);
            thread.start();
        } catch (OutOfMemoryError e) {
            Scheduled unused = schedule(RETRY_NANOS, task);
        }
    }

    @Override
    public Scheduled schedule(long delayNanos, Runnable task) {
        CompletableFuture<Boolean> timer =
                new CompletableFuture<Boolean>().completeOnTimeout(true, delayNanos, TimeUnit.NANOSECONDS);
        CompletableFuture<?> unused = timer.thenRunAsync(task, this);
        return () -> timer.cancel(false);
    }
}

package io.github.dynamolock;

import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of one client: one that keeps time, a bounded pool that renews, a bounded pool for all other calls, and one
 * that grows with the users' code that it runs. Apart from each other, so that no call delays a renewal, and no callback a
 * call. Virtual threads where the JVM has them.
 */
final class ClientThreads implements Scheduler {

    private static final Logger log = LoggerFactory.getLogger(ClientThreads.class);

    private static final int RENEWAL_THREADS = 32;

    /** As many calls as the SDK's HTTP clients have connections by default, and some that wait for one. */
    private static final int CALL_THREADS = 64;

    private static final long IDLE_SECONDS = 10;

    /** Keeps the time in the place of the timer, unless null. */
    private final @Nullable TimeSource time;

    private final ScheduledThreadPoolExecutor timer;
    private final ExecutorService renewals;
    private final ExecutorService calls;
    private final ExecutorService callbacks;

    ClientThreads(String name, @Nullable TimeSource time) {
        this.time = time;
        timer = new ScheduledThreadPoolExecutor(1, platform(name + "-timer"));
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        renewals = bounded(RENEWAL_THREADS, virtualOrPlatform(name + "-renewal-"));
        calls = bounded(CALL_THREADS, virtualOrPlatform(name + "-call-"));
        callbacks = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                virtualOrPlatform(name + "-callback-"));
    }

    private static ExecutorService bounded(int threads, ThreadFactory factory) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    Clock clock() {
        TimeSource given = time;
        return given == null ? SystemClock.INSTANCE : () -> new Moment(given.nanoTime(), given.currentTimeMillis());
    }

    @Override
    public Scheduled schedule(long delayNanos, Runnable task) {
        return time == null ? scheduleHere(delayNanos, task) : schedule(time, delayNanos, task);
    }

    /** The time source outlives the client: what is due later is nobody's concern then. */
    private Scheduled schedule(TimeSource given, long delayNanos, Runnable task) {
        Runnable timed = guarded(task);
        Runnable takeBack = given.schedule(delayNanos, () -> {
            if (!timer.isShutdown()) {
                timed.run();
            }
        });
        return takeBack::run;
    }

    private Scheduled scheduleHere(long delayNanos, Runnable task) {
        try {
            Future<?> future = timer.schedule(guarded(task), delayNanos, TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException e) {
            return () -> {};
        }
    }

    /** For renewals: bounded. */
    Executor renewals() {
        return task -> submit(renewals, shown(task));
    }

    /** For all other calls: bounded. Nothing that waits for another call may run here. */
    Executor calls() {
        return task -> submit(calls, shown(task));
    }

    /** For users' code, which may block: grows as needed. */
    Executor callbacks() {
        return task -> submit(callbacks, task);
    }

    private Runnable shown(Runnable task) {
        return time == null ? task : time.work(task);
    }

    private static void submit(ExecutorService pool, Runnable task) {
        try {
            pool.execute(guarded(task));
        } catch (RejectedExecutionException e) {
            // The client is closed: what is left to tell is told on the thread that found it.
            guarded(task).run();
        }
    }

    private static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (Throwable t) {
                log.error("a task of the lock client failed unexpectedly", t);
            }
        };
    }

    /** Ends all threads; what a pool still runs after its share of the limit is interrupted. */
    void close(Duration limit) {
        timer.shutdownNow();
        List<ExecutorService> pools = List.of(calls, renewals, callbacks);
        for (ExecutorService pool : pools) {
            pool.shutdown();
            if (!endsWithin(limit.dividedBy(pools.size()), pool)) {
                log.debug("calls or callbacks of the closed lock client are still running");
            }
            pool.shutdownNow();
        }
    }

    /** Waits through interrupts, which would break off what is still being released, and keeps the thread's flag. */
    private static boolean endsWithin(Duration limit, ExecutorService pool) {
        Moment start = SystemClock.INSTANCE.now();
        boolean interrupted = false;
        try {
            while (true) {
                long rest = limit.toNanos() - SystemClock.INSTANCE.now().monotonicSince(start);
                try {
                    return pool.awaitTermination(rest, TimeUnit.NANOSECONDS);
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

    private static ThreadFactory platform(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Virtual threads came with Java 21; this library is compiled for 17, so they are looked up. */
    private static ThreadFactory virtualOrPlatform(String prefix) {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            Object named = type.getMethod("name", String.class, long.class).invoke(builder, prefix, 0L);
            return (ThreadFactory) type.getMethod("factory").invoke(named);
        } catch (NoSuchMethodException | ClassNotFoundException e) {
            AtomicInteger number = new AtomicInteger();
            return task -> platform(prefix + number.getAndIncrement()).newThread(task);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("virtual threads are there but can't be made", e);
        }
    }
}

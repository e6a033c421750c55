package io.github.dynamolock;

import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
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
 * The threads of one client: one that keeps time, those that make calls, and those that run users' code. So many calls may
 * renew and so many others be under way, apart from each other, so that no call delays a renewal, and no callback a call.
 * Threads come when they are needed, the one used last works first, and who has nothing to do for a while ends: so there
 * are no more than the work of a moment takes. Virtual threads where the JVM has them.
 */
final class ClientThreads implements Scheduler {

    private static final Logger log = LoggerFactory.getLogger(ClientThreads.class);

    /**
     * Renewals at once. With those that tell listeners, the timer, and a few that a pool begins while others are on their way
     * back to it, no more than 32 threads keep any number of locks.
     */
    private static final int RENEWALS = 24;

    /** Few are enough: listeners do not block. */
    private static final int EVENTS = 2;

    /** As many calls as the SDK's HTTP clients have connections by default, and some that wait for one. */
    private static final int CALLS = 64;

    private static final long IDLE_SECONDS = 10;

    /** Keeps the time in the place of the timer, unless null. */
    private final @Nullable TimeSource time;

    private final ScheduledThreadPoolExecutor timer;
    private final ExecutorService callers;
    private final LimitedExecutor renewals;
    private final LimitedExecutor calls;
    private final ExecutorService callbacks;
    private final LimitedExecutor events;

    ClientThreads(String name, @Nullable TimeSource time) {
        this.time = time;
        timer = new ScheduledThreadPoolExecutor(1, platform(name + "-timer"));
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        callers = pool(virtualOrPlatform(name + "-call-"));
        renewals = new LimitedExecutor(callers, RENEWALS);
        calls = new LimitedExecutor(callers, CALLS);
        callbacks = pool(virtualOrPlatform(name + "-callback-"));
        events = new LimitedExecutor(callbacks, EVENTS);
    }

    /** Gives work to the thread that became idle last. */
    private static ExecutorService pool(ThreadFactory factory) {
        return new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), factory);
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

    /** For telling listeners of what each renewal and request brings: bounded. */
    Executor events() {
        return task -> submit(events, task);
    }

    private Runnable shown(Runnable task) {
        return time == null ? task : time.work(task);
    }

    private static void submit(Executor pool, Runnable task) {
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

    /** Ends all threads; what a pool still runs after its share of the limit is interrupted, and what waits there forgotten. */
    void close(Duration limit) {
        timer.shutdownNow();
        Duration each = limit.dividedBy(2);
        end(callers, each, renewals, calls);
        end(callbacks, each, events);
    }

    private static void end(ExecutorService pool, Duration limit, LimitedExecutor... users) {
        pool.shutdown();
        if (!endsWithin(limit, pool)) {
            log.debug("calls or callbacks of the closed lock client are still running");
        }
        for (LimitedExecutor user : users) {
            user.clear();
        }
        pool.shutdownNow();
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

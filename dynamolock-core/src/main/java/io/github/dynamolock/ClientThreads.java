package io.github.dynamolock;

import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of one client: one that keeps time, those that make calls, and those that run users' code. So many calls may
 * renew and so many others be under way, apart from each other, so that no call delays a renewal, and no callback a call.
 * Threads come when they are needed, the one used last works first, and who has nothing to do for a while ends: so there
 * are no more than the work of a moment takes. Virtual threads where the JVM has them.
 *
 * <p>Handing over a task never fails: one for which the machine has no thread is tried again until it has, or the client is
 * closed, and then it runs on the closing thread.
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

    private static final Duration IDLE = Duration.ofSeconds(10);

    /** How soon a task is tried again for which there was no thread. */
    private static final long RETRY_MILLIS = 100;

    /** Keeps the time in the place of the timer, unless null. */
    private final @Nullable TimeSource time;

    private final ScheduledThreadPoolExecutor timer;
    private final ExecutorService callers;
    private final LimitedExecutor renewals;
    private final LimitedExecutor calls;
    private final ExecutorService callbacks;
    private final LimitedExecutor events;

    /** The tasks for which there was no thread. Whoever takes one out runs it. */
    private final Set<Runnable> missed = ConcurrentHashMap.newKeySet();

    ClientThreads(String name, @Nullable TimeSource time) {
        this(name, time, UnaryOperator.identity(), IDLE);
    }

    /** With the threads that make calls and run users' code from other factories, and ended when they are idle for so long. */
    ClientThreads(String name, @Nullable TimeSource time, UnaryOperator<ThreadFactory> factories, Duration idle) {
        this.time = time;
        timer = new ScheduledThreadPoolExecutor(1, platform(name + "-timer"));
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        // What is due later must not find that the machine has no thread left for it.
        timer.prestartCoreThread();
        callers = pool(factories.apply(virtualOrPlatform(name + "-call-")), idle);
        renewals = new LimitedExecutor(callers, RENEWALS);
        calls = new LimitedExecutor(callers, CALLS);
        callbacks = pool(factories.apply(virtualOrPlatform(name + "-callback-")), idle);
        events = new LimitedExecutor(callbacks, EVENTS);
    }

    /** Gives work to the thread that became idle last. */
    private static ExecutorService pool(ThreadFactory factory, Duration idle) {
        return new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, idle.toNanos(), TimeUnit.NANOSECONDS, new SynchronousQueue<>(), factory);
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
        return task -> submit(renewals, guarded(shown(task)));
    }

    /** For all other calls: bounded. Nothing that waits for another call may run here. */
    Executor calls() {
        return task -> submit(calls, guarded(shown(task)));
    }

    /** For users' code, which may block: grows as needed. */
    Executor callbacks() {
        return task -> submit(callbacks, guarded(task));
    }

    /** For telling listeners of what each renewal and request brings: bounded. */
    Executor events() {
        return task -> submit(events, guarded(task));
    }

    private Runnable shown(Runnable task) {
        return time == null ? task : time.work(task);
    }

    private void submit(Executor pool, Runnable task) {
        try {
            pool.execute(task);
        } catch (RejectedExecutionException e) {
            // The client is closed: what is left to tell is told on the thread that found it.
            task.run();
        } catch (OutOfMemoryError e) {
            missed.add(task);
            submitLater(pool, task);
        }
    }

    private void submitLater(Executor pool, Runnable task) {
        Runnable again = () -> {
            if (missed.remove(task)) {
                submit(pool, task);
            }
        };
        try {
            Future<?> unused = timer.schedule(again, RETRY_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            again.run();
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
        for (Runnable task : List.copyOf(missed)) {
            if (missed.remove(task)) {
                task.run();
            }
        }
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

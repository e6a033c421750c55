package io.github.dynamolock.test;

import io.github.dynamolock.TimeSource;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The machine's time, and as much more as a test has moved it on: whoever moves nothing notices nothing.
 *
 * <p>Moving stops wherever something is due, lets it be done with all the calls that follow from it, and goes on then. So a
 * lock that is renewed stays renewed, however far the time is moved.
 */
final class MovableTime implements TimeSource, AutoCloseable {

    private record Task(long due, long number, Runnable action) {}

    private final Duration patience;
    private final Object moving = new Object();

    /** Guarded by this. */
    private final PriorityQueue<Task> tasks = new PriorityQueue<>(
            Comparator.<Task>comparingLong(task -> task.due() - origin()).thenComparingLong(Task::number));

    /** Guarded by this: the calls that are not done yet. */
    private final Set<Object> underWay = new HashSet<>();

    /** Guarded by this: those of them that nobody waits for any more. */
    private final Set<Object> hanging = new HashSet<>();

    /** Guarded by this. */
    private boolean running;

    /** Guarded by this. */
    private boolean closed;

    /** Guarded by this. */
    private long scheduled;

    private final long origin = System.nanoTime();

    /** Written under this. */
    private volatile long aheadNanos;

    /**
     * Starts the thread that keeps the time.
     *
     * @param patience how long a step waits for its calls, in real time: those that hang on purpose are left hanging
     */
    MovableTime(Duration patience) {
        this.patience = patience;
        Thread timer = new Thread(this::keepTime, "dynamolock-test-time");
        timer.setDaemon(true);
        timer.start();
    }

    private long origin() {
        return origin;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime() + aheadNanos;
    }

    @Override
    public long currentTimeMillis() {
        return System.currentTimeMillis() + TimeUnit.NANOSECONDS.toMillis(aheadNanos);
    }

    @Override
    public synchronized Runnable schedule(long delayNanos, Runnable action) {
        Task task = new Task(nanoTime() + Math.max(0, delayNanos), scheduled++, action);
        tasks.add(task);
        notifyAll();
        return () -> takeBack(task);
    }

    private synchronized void takeBack(Task task) {
        tasks.remove(task);
        notifyAll();
    }

    @Override
    public Runnable work(Runnable work) {
        Object call = new Object();
        synchronized (this) {
            underWay.add(call);
        }
        return () -> {
            try {
                work.run();
            } finally {
                done(call);
            }
        };
    }

    private synchronized void done(Object call) {
        underWay.remove(call);
        hanging.remove(call);
        notifyAll();
    }

    /** Lets this much time pass, and what falls due meanwhile be done, each thing at its own time. */
    void advance(Duration by) throws InterruptedException {
        if (by.isNegative()) {
            throw new IllegalArgumentException("time does not go back, as it would by " + by);
        }
        synchronized (moving) {
            long end = nanoTime() + by.toNanos();
            do {
                settle();
            } while (step(end));
        }
    }

    /** Moves on to what is due next, but not beyond the end; false when the end is reached. */
    private synchronized boolean step(long end) {
        long left = end - nanoTime();
        if (left <= 0) {
            return false;
        }
        Task next = tasks.peek();
        long untilNext = next == null ? left : next.due() - nanoTime();
        aheadNanos += Math.max(0, Math.min(left, untilNext));
        notifyAll();
        return true;
    }

    /** Waits until all that is due is done, and the calls that follow from it. */
    private synchronized void settle() throws InterruptedException {
        long start = System.nanoTime();
        while (running || isDue() || !hanging.containsAll(underWay)) {
            long left = patience.toNanos() - (System.nanoTime() - start);
            if (left <= 0) {
                hanging.addAll(underWay);
                return;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    private synchronized boolean isDue() {
        Task next = tasks.peek();
        return next != null && next.due() - nanoTime() <= 0;
    }

    private void keepTime() {
        for (Task task = nextDue(); task != null; task = nextDue()) {
            task.action().run();
        }
    }

    /** Waits for the next task to be due; null once this is closed. */
    private synchronized @Nullable Task nextDue() {
        running = false;
        notifyAll();
        while (!closed) {
            if (isDue()) {
                running = true;
                return tasks.remove();
            }
            Task next = tasks.peek();
            try {
                if (next == null) {
                    wait();
                } else {
                    TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, next.due() - nanoTime()));
                }
            } catch (InterruptedException notOurs) {
                // Nobody has reason to interrupt this thread, and without it no lock would be renewed.
            }
        }
        return null;
    }

    /** Ends the thread: nothing falls due any more. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}

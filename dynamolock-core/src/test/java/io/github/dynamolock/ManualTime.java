package io.github.dynamolock;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Clocks and a timer that move only when a test says so.
 *
 * <p>Due tasks run on the thread that advances the time, each at its own due time, in order of due time and then of
 * scheduling; also those that are scheduled meanwhile. Reading the time and scheduling are safe from any thread, tasks
 * run under no lock, and one that throws ends the advance with what it threw. Only one thread may advance.
 *
 * <p>The monotonic clock starts below zero, as {@code System.nanoTime()} may.
 */
final class ManualTime implements Clock, Scheduler {

    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final long START_NANOS = -3_000_000_000L;
    private static final Instant START_WALL = Instant.parse("2026-11-01T12:00:00Z");

    private static final class Task implements Scheduled {
        private final long due;
        private final long number;
        private final Runnable action;
        private final ManualTime time;

        Task(long due, long number, Runnable action, ManualTime time) {
            this.due = due;
            this.number = number;
            this.action = action;
            this.time = time;
        }

        @Override
        public void cancel() {
            time.cancel(this);
        }
    }

    /** Guarded by this. */
    private final PriorityQueue<Task> tasks = new PriorityQueue<>(
            Comparator.<Task>comparingLong(task -> task.due - START_NANOS).thenComparingLong(task -> task.number));

    /** Guarded by this. */
    private long nanos = START_NANOS;

    /** What the wall clock is ahead of the monotonic one. Guarded by this. */
    private long wallAheadNanos = START_WALL.toEpochMilli() * NANOS_PER_MILLI - START_NANOS;

    /** Guarded by this. */
    private long scheduled;

    @Override
    public synchronized Moment now() {
        return new Moment(nanos, Math.floorDiv(nanos + wallAheadNanos, NANOS_PER_MILLI));
    }

    @Override
    public synchronized Scheduled schedule(long delayNanos, Runnable task) {
        Task added = new Task(nanos + Math.max(0, delayNanos), scheduled++, task, this);
        tasks.add(added);
        return added;
    }

    /** Lets time pass on both clocks and runs what falls due, up to and including the end. */
    void advance(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("the monotonic clock never goes back: " + duration);
        }
        long end;
        synchronized (this) {
            end = nanos + duration.toNanos();
        }
        for (Task task = nextUntil(end); task != null; task = nextUntil(end)) {
            task.action.run();
        }
    }

    /** Runs what is due now, without letting time pass. */
    void runDue() {
        advance(Duration.ZERO);
    }

    /** Sets the wall clock forward, or back; the monotonic clock, and so the timer, do not notice. */
    synchronized void jumpWall(Duration by) {
        wallAheadNanos += by.toNanos();
    }

    /** The machine sleeps and wakes: the wall clock went on, the monotonic clock and the timer stood still. */
    void suspend(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("a machine does not sleep for " + duration);
        }
        jumpWall(duration);
    }

    /** How many tasks are scheduled. */
    synchronized int pending() {
        return tasks.size();
    }

    /** How long until the next task is due; empty when none is scheduled. */
    synchronized OptionalLong nanosUntilNext() {
        Task next = tasks.peek();
        return next == null ? OptionalLong.empty() : OptionalLong.of(next.due - nanos);
    }

    /** The next task due until the end, with the time set to its due time; null, with the time set to the end. */
    private synchronized @Nullable Task nextUntil(long end) {
        Task next = tasks.peek();
        if (next == null || next.due - end > 0) {
            nanos = Math.max(nanos, end);
            return null;
        }
        tasks.remove();
        nanos = Math.max(nanos, next.due);
        return next;
    }

    private synchronized void cancel(Task task) {
        tasks.remove(task);
    }
}

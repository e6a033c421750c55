package io.github.dynamolock;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells an elector's listeners, and does what has to wait for that: one thing at a time, in the order in which they were
 * added. Adding only notes it, and may be done under a lock; {@link #run} sees to it that it is done, and may not.
 */
final class LeaderCallbacks {

    private static final Logger log = LoggerFactory.getLogger(LeaderCallbacks.class);

    private final List<LeadershipListener> listeners;
    private final Executor executor;

    /** Guarded by this. */
    private final Queue<Runnable> tasks = new ArrayDeque<>();

    /** Guarded by this: whether a thread does, or is about to do, what was added. */
    private boolean running;

    /** Guarded by this: that thread, once it is there. */
    private @Nullable Thread runner;

    LeaderCallbacks(List<LeadershipListener> listeners, Executor executor) {
        this.listeners = new CopyOnWriteArrayList<>(listeners);
        this.executor = executor;
    }

    void add(LeadershipListener listener) {
        listeners.add(listener);
    }

    void tell(Consumer<LeadershipListener> event) {
        add(() -> {
            for (LeadershipListener listener : listeners) {
                guarded(() -> event.accept(listener), "a leadership listener");
            }
        });
    }

    synchronized void add(Runnable task) {
        tasks.add(task);
    }

    /** Has what was added done, unless a thread is at it already. */
    void run() {
        synchronized (this) {
            if (running || tasks.isEmpty()) {
                return;
            }
            running = true;
        }
        try {
            executor.execute(this::drain);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // There is no thread for it, but what happened must be told all the same.
            drain();
        }
    }

    /** Whether the calling thread is the one that does it: whatever is added now comes after the caller has returned. */
    synchronized boolean isRunner() {
        return runner == Thread.currentThread();
    }

    private void drain() {
        for (Runnable task = next(); task != null; task = next()) {
            guarded(task, "a task of a leader elector");
        }
    }

    private synchronized @Nullable Runnable next() {
        Runnable task = tasks.poll();
        running = task != null;
        runner = running ? Thread.currentThread() : null;
        return task;
    }

    private static void guarded(Runnable task, String what) {
        try {
            task.run();
        } catch (Throwable t) {
            log.warn("{} failed", what, t);
        }
    }
}

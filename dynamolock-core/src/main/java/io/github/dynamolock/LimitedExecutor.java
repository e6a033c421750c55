package io.github.dynamolock;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * At most so many tasks at once on threads that it shares with others; the rest wait in order. It takes a thread only for a
 * task that finds none of its own free, and gives it back when nothing waits. Tasks do not throw. Thread-safe.
 */
final class LimitedExecutor implements Executor {

    private final Executor threads;
    private final int limit;

    /** Guarded by this. */
    private final Queue<Runnable> waiting = new ArrayDeque<>();

    /** Guarded by this: the threads that take tasks, or are about to. */
    private int running;

    LimitedExecutor(Executor threads, int limit) {
        this.threads = threads;
        this.limit = limit;
    }

    @Override
    public void execute(Runnable task) {
        synchronized (this) {
            waiting.add(task);
            if (running == limit) {
                return;
            }
            running++;
        }
        try {
            threads.execute(this::work);
        } catch (RejectedExecutionException | Error e) {
            if (isMissed(task)) {
                throw e;
            }
        }
    }

    /** No thread came for this task: whether no other one has taken it either. It is taken back then. */
    private synchronized boolean isMissed(Runnable task) {
        running--;
        return waiting.remove(task);
    }

    private void work() {
        for (Runnable task = next(); task != null; task = next()) {
            task.run();
        }
    }

    private synchronized @Nullable Runnable next() {
        Runnable task = waiting.poll();
        if (task == null) {
            running--;
        }
        return task;
    }

    /** Forgets what waits. */
    synchronized void clear() {
        waiting.clear();
    }
}

package io.github.dynamolock.local;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Time that passes without holding a thread.
 *
 * <p>One thread tells the time and applies delayed calls; answers whose callers may do anything on hearing of them are
 * told in threads of their own. All are daemons that end when nothing is left to do.
 */
final class Delays {
    private static final long IDLE_SECONDS = 5;

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "timer"));
    private final Executor answers = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> daemon(task, "answers"));

    Delays() {
        timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        timer.setRemoveOnCancelPolicy(true);
    }

    /** Completes after a time, in the thread that tells it. */
    CompletableFuture<Void> after(Duration delay) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        ScheduledFuture<?> unused = schedule(delay, () -> over.complete(null));
        return over;
    }

    /** Runs something short after a time, unless cancelled. */
    ScheduledFuture<?> schedule(Duration delay, Runnable task) {
        return timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Where callers hear of answers that come late. */
    Executor answers() {
        return answers;
    }

    private static Thread daemon(Runnable task, String what) {
        Thread thread = new Thread(task, "dynamolock-local-" + what);
        thread.setDaemon(true);
        return thread;
    }
}

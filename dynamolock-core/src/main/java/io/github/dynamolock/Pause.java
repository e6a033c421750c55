package io.github.dynamolock;

import org.jspecify.annotations.Nullable;

/** One wait at a time on the timer: it either runs to its end or is cut short, never both. Thread-safe. */
final class Pause {

    private final Scheduler scheduler;

    /** Guarded by this. */
    private Scheduler.@Nullable Scheduled current;

    /** Guarded by this: tells the end of the current wait from that of an older one. */
    private long number;

    Pause(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Begins a wait, in the place of one that may still run. */
    synchronized void begin(long nanos, Runnable then) {
        long mine = ++number;
        current = scheduler.schedule(nanos, () -> {
            if (end(mine)) {
                then.run();
            }
        });
    }

    /** Cuts the wait short; false when there is none. */
    synchronized boolean end() {
        Scheduler.Scheduled ended = current;
        current = null;
        if (ended != null) {
            ended.cancel();
        }
        return ended != null;
    }

    private synchronized boolean end(long mine) {
        return mine == number && end();
    }
}

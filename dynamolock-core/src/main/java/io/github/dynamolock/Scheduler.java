package io.github.dynamolock;

/** Runs short tasks later, on a thread that is never blocked. */
interface Scheduler {

    /** A task that may still be taken back. */
    interface Scheduled {
        void cancel();
    }

    Scheduled schedule(long delayNanos, Runnable task);
}

package io.github.dynamolock;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** A machine that has no threads left, and then has: those that are asked for meanwhile fail to start as the JVM's do. */
final class ScarceThreads {

    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger running = new AtomicInteger();
    private volatile boolean exhausted;

    ThreadFactory of(ThreadFactory factory) {
        return task -> {
            if (!exhausted) {
                return factory.newThread(() -> {
                    running.incrementAndGet();
                    try {
                        task.run();
                    } finally {
                        running.decrementAndGet();
                    }
                });
            }
            return new Thread(task) {
                @Override
                public synchronized void start() {
                    refused.incrementAndGet();
                    throw new OutOfMemoryError("unable to create native thread: expected by the test");
                }
            };
        };
    }

    void exhaust() {
        refused.set(0);
        exhausted = true;
    }

    void recover() {
        exhausted = false;
    }

    /** How many of its threads run. */
    int running() {
        return running.get();
    }

    /** How many threads could not be had since it was exhausted. */
    int refused() {
        return refused.get();
    }
}

package io.github.dynamolock.verification.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that raise counters, each its own, by updates on the condition that nobody else did. */
final class ConditionalUpdates {
    static final String TABLE = "counters";

    /** One thread's way to a database; makes the table's items when first needed. */
    interface Counter extends AutoCloseable {
        /** Creates or sets back the counter with a key to zero. */
        void reset(String key) throws IOException;

        /** Raises the counter by one if it has a value; fails when it has not. */
        void raise(String key, long from) throws IOException;

        @Override
        void close() throws IOException;
    }

    /** Makes a way to a database for a thread. */
    interface Counters {
        Counter open() throws IOException;
    }

    /**
     * What a run came to.
     *
     * @param updates the updates that were applied
     * @param nanos how long it took
     * @param counts where each thread's counter ended
     */
    record Result(long updates, long nanos, List<Long> counts) {
        double perSecond() {
            return updates * 1e9 / nanos;
        }
    }

    private ConditionalUpdates() {}

    static Result run(Counters counters, int threads, Duration time) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            long start = System.nanoTime();
            long end = start + time.toNanos();
            List<Future<Long>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                String key = "counter-" + i;
                running.add(pool.submit(() -> raise(counters, key, end)));
            }
            List<Long> counts = new ArrayList<>();
            for (Future<Long> each : running) {
                counts.add(each.get());
            }
            return new Result(
                    counts.stream().mapToLong(Long::longValue).sum(), System.nanoTime() - start, List.copyOf(counts));
        } finally {
            pool.shutdownNow();
        }
    }

    private static long raise(Counters counters, String key, long end) throws IOException {
        try (Counter counter = counters.open()) {
            counter.reset(key);
            long count = 0;
            do {
                counter.raise(key, count);
                count++;
            } while (System.nanoTime() - end < 0);
            return count;
        }
    }
}

package io.github.dynamolock.verification.peers;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many locks of one client. */
final class ManyHolds {
    private static final int THREADS = 32;

    private final List<Peer.Lock> locks = new ArrayList<>();

    /** Answers how many bytes of heap each takes. */
    long acquire(Peer peer, String prefix, int count) throws Exception {
        long before = usedHeap();
        List<Callable<Peer.Lock>> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String key = prefix + i;
            tasks.add(() -> held(peer, key));
        }
        locks.addAll(all(tasks));
        tasks.clear();
        return (usedHeap() - before) / count;
    }

    /** On a busy machine one of thousands of attempts may end without an answer: then it is asked for again, with patience. */
    private static Peer.Lock held(Peer peer, String key) throws Exception {
        try {
            Optional<Peer.Lock> lock = peer.attempt(key);
            if (lock.isPresent()) {
                return lock.get();
            }
        } catch (RuntimeException e) {
            System.out.println(key + " was not had at once: " + e);
        }
        return peer.await(key);
    }

    long lost() {
        return locks.stream().filter(lock -> !lock.isHeld()).count();
    }

    void release() throws Exception {
        List<Callable<Boolean>> tasks = new ArrayList<>();
        for (Peer.Lock lock : locks) {
            tasks.add(() -> {
                lock.release();
                return true;
            });
        }
        all(tasks);
        locks.clear();
    }

    private static <T> List<T> all(List<Callable<T>> tasks) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> each : threads.invokeAll(tasks)) {
                results.add(each.get());
            }
            return results;
        } finally {
            threads.shutdown();
        }
    }

    private static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}

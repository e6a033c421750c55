package io.github.dynamolock.verification.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/** Threads that wait for one key, and release at once when granted. */
final class Waiters {
    private final ExecutorService threads;
    private final List<Future<long[]>> served = new ArrayList<>();

    private Waiters(ExecutorService threads) {
        this.threads = threads;
    }

    /** Clients are shared out in turns. */
    static Waiters start(List<Peer> clients, String key, int count) {
        Waiters waiters = new Waiters(Executors.newFixedThreadPool(count));
        for (int i = 0; i < count; i++) {
            Peer client = clients.get(i % clients.size());
            Callable<long[]> pass = () -> {
                Peer.Lock lock = client.await(key);
                long granted = PeerWorker.now();
                lock.release();
                return new long[] {granted, PeerWorker.now()};
            };
            waiters.served.add(waiters.threads.submit(pass));
        }
        return waiters;
    }

    /** When the first was granted, and when the last had released; fails when one was not served. */
    String drained() throws InterruptedException, ExecutionException {
        List<long[]> times = new ArrayList<>();
        for (Future<long[]> each : served) {
            times.add(each.get());
        }
        threads.shutdown();
        return times.stream()
                        .flatMapToLong(time -> LongStream.of(time[0]))
                        .min()
                        .orElseThrow()
                + " "
                + times.stream()
                        .flatMapToLong(time -> LongStream.of(time[1]))
                        .max()
                        .orElseThrow();
    }
}

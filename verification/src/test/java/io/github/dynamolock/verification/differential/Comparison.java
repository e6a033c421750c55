package io.github.dynamolock.verification.differential;

import io.github.dynamolock.local.LocalDynamoDb;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Many sequences, on several lanes side by side.
 *
 * @param peer the peer's name
 * @param lanes how many lanes
 * @param asked what the peer can be asked
 * @param listed the differences that are known
 * @param connect connects to the peer, once for each lane
 */
record Comparison(String peer, int lanes, Knowledge asked, List<Listed> listed, Callable<? extends Peer> connect) {
    private static final int ENOUGH = Integer.getInteger("dynamolock.differential.enough", 5);

    /** Compares the sequences of {@code count} seeds; the differences that are not listed, each made small. */
    List<String> run(long firstSeed, long count) throws Exception {
        Summary summary = new Summary();
        Map<String, String> found = new TreeMap<>();
        AtomicLong next = new AtomicLong(firstSeed);
        ExecutorService threads = Executors.newFixedThreadPool(lanes);
        try (LocalDynamoDb dynamo = LocalDynamoDb.create()) {
            URI local = dynamo.serve(0).uri();
            List<Future<@Nullable Void>> running = new ArrayList<>();
            for (int i = 0; i < lanes; i++) {
                List<Schema> schemas = Schema.all("lane" + i);
                running.add(threads.submit(() -> {
                    try (Lane lane = new Lane(new HttpPeer(local), connect.call(), schemas, asked, listed, summary)) {
                        lane.createTables();
                        for (long seed = next.getAndIncrement();
                                seed < firstSeed + count && size(found) < ENOUGH;
                                seed = next.getAndIncrement()) {
                            run(lane, Sequence.of(seed, schemas, asked), summary, found);
                        }
                    }
                    return null;
                }));
            }
            for (Future<@Nullable Void> lane : running) {
                lane.get();
            }
        } finally {
            threads.shutdownNow();
        }
        System.out.print(summary.of(peer));
        return List.copyOf(found.values());
    }

    private static int size(Map<String, String> found) {
        synchronized (found) {
            return found.size();
        }
    }

    private static void run(Lane lane, Sequence sequence, Summary summary, Map<String, String> found)
            throws IOException {
        Difference difference = lane.run(sequence);
        summary.sequence();
        if (difference != null) {
            String smallest = Shrinking.smallest(lane, sequence, difference);
            synchronized (found) {
                found.putIfAbsent(difference.signature(), smallest);
            }
        }
    }
}

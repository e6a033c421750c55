package io.github.dynamolock.verification.peers;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;

/** The endpoint, and two processes of each client. */
final class Stage implements AutoCloseable {

    /** Calls that reached a client's table. */
    record Calls(double reads, double writes) {
        double total() {
            return reads + writes;
        }

        Calls since(Calls before) {
            return new Calls(reads - before.reads, writes - before.writes);
        }

        Calls each(double count) {
            return new Calls(reads / count, writes / count);
        }
    }

    private final Program endpoint;
    private final Map<PeerKind, Program> holders = new EnumMap<>(PeerKind.class);
    private final Map<PeerKind, Program> waiters = new EnumMap<>(PeerKind.class);
    private final Set<PeerKind> failed = ConcurrentHashMap.newKeySet();
    private final String uri;

    Stage() throws IOException, InterruptedException {
        endpoint = new Program(PeerEndpoint.class);
        uri = endpoint.ask("uri");
        for (PeerKind kind : PeerKind.values()) {
            start(kind);
        }
    }

    private synchronized void start(PeerKind kind) throws IOException {
        holders.put(kind, new Program(PeerWorker.class, kind.name(), uri));
        waiters.put(kind, new Program(PeerWorker.class, kind.name(), uri));
    }

    Program endpoint() {
        return endpoint;
    }

    synchronized Program holder(PeerKind kind) {
        return Objects.requireNonNull(holders.get(kind));
    }

    synchronized Program waiter(PeerKind kind) {
        return Objects.requireNonNull(waiters.get(kind));
    }

    Calls calls(PeerKind kind) throws IOException, InterruptedException {
        double[] readsAndWrites = endpoint.numbers("calls", kind.table());
        return new Calls(readsAndWrites[0], readsAndWrites[1]);
    }

    /**
     * Does something with a client. A client that fails in it says so in its cells, gets new processes, and keeps no other from
     * being measured.
     *
     * @return whether it did not fail
     */
    boolean attempt(PeerKind kind, List<Results.Line> cells, Each task) throws IOException {
        try {
            task.with(kind);
            return true;
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            System.out.println(kind.label() + " failed: " + e);
            failed.add(kind);
            cells.forEach(line -> line.put(kind, "failed"));
            holder(kind).close();
            waiter(kind).close();
            start(kind);
            return false;
        }
    }

    /** Those that failed in something. */
    Set<PeerKind> failed() {
        return failed;
    }

    /** Does the same with several clients at once. */
    static void together(List<PeerKind> kinds, Each task) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(kinds.size());
        try {
            List<Future<?>> running = new ArrayList<>();
            for (PeerKind kind : kinds) {
                Callable<Boolean> call = () -> {
                    task.with(kind);
                    return true;
                };
                running.add(threads.submit(call));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Something to do with a client. */
    interface Each {
        void with(PeerKind kind) throws Exception;
    }

    /** Lets real time pass: what is measured are rates. */
    static void pass(Duration time) {
        Awaitility.await().timeout(time.plusSeconds(5)).pollDelay(time).until(() -> true);
    }

    @Override
    public synchronized void close() {
        holders.values().forEach(Program::close);
        waiters.values().forEach(Program::close);
        endpoint.close();
    }
}

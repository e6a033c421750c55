package io.github.dynamolock.test;

import io.github.dynamolock.HeldLock;
import io.github.dynamolock.LockClient;
import io.github.dynamolock.table.Escapes;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The lock clients under test: what they hold, and who waits in them. */
final class WatchedClients {

    private static final long LOOK_MILLIS = 2;

    /** A lock that is held, and the client that holds it. */
    record Holding(LockClient client, HeldLock lock) {

        boolean isOver() {
            return client.heldLocks().stream()
                    .noneMatch(held -> held.fencingToken() == lock.fencingToken()
                            && held.key().equals(lock.key()));
        }
    }

    private final List<Supplier<? extends Collection<? extends LockClient>>> sources = new CopyOnWriteArrayList<>();
    private final Duration patience;

    /**
     * None yet.
     *
     * @param patience how long to wait for what must come, in real time
     */
    WatchedClients(Duration patience) {
        this.patience = patience;
    }

    void add(Supplier<? extends Collection<? extends LockClient>> clients) {
        sources.add(clients);
    }

    Stream<LockClient> all() {
        return sources.stream().flatMap(source -> source.get().stream());
    }

    Optional<Holding> holding(String key) {
        return all().flatMap(client -> client.heldLocks().stream().map(lock -> new Holding(client, lock)))
                .filter(holding -> holding.lock().key().equals(key))
                .findFirst();
    }

    List<String> heldKeys() {
        return all().flatMap(client -> client.heldLocks().stream())
                .map(HeldLock::key)
                .toList();
    }

    private List<String> waitingKeys() {
        return all().flatMap(client -> client.waitingLocks().stream())
                .map(waiting -> waiting.key())
                .toList();
    }

    /** Keys for a message. */
    static List<String> shown(List<String> keys) {
        return keys.stream().map(Escapes::escape).toList();
    }

    Holding awaitHeld(String key) throws InterruptedException {
        if (!await(patience, () -> holding(key).isPresent())) {
            throw notSeen("nobody held '" + Escapes.escape(key) + "'");
        }
        return holding(key)
                .orElseThrow(() -> new AssertionError(
                        "'" + Escapes.escape(key) + "' was released or lost as soon as it was held"));
    }

    void awaitWaiting(String key, int waiters) throws InterruptedException {
        if (!await(patience, () -> waitingKeys().stream().filter(key::equals).count() >= waiters)) {
            throw notSeen(
                    (waiters == 1 ? "nobody" : "fewer than " + waiters) + " waited for '" + Escapes.escape(key) + "'");
        }
    }

    private AssertionError notSeen(String what) {
        return new AssertionError(what + " within " + patience + ". Waited for: " + shown(waitingKeys())
                + "; held: " + shown(heldKeys())
                + ". Keys are looked for as they are in the row: with dynamolock.key-prefix, if there is one");
    }

    /** Waits in real time; false when it was in vain. */
    static boolean await(Duration atMost, BooleanSupplier condition) throws InterruptedException {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > atMost.toNanos()) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        return true;
    }
}

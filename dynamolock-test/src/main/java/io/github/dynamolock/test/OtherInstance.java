package io.github.dynamolock.test;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.table.Escapes;
import java.time.Duration;
import java.util.Optional;

/**
 * Another instance of the application, as far as locks tell: a lock client of its own on the same table. Thread-safe.
 *
 * <p>What it holds is renewed until it is released, also while time is moved. All of it is released when the test is over.
 */
public final class OtherInstance {

    private static final int ATTEMPTS = 100;

    private final LockClient client;

    OtherInstance(LockClient client) {
        this.client = client;
    }

    /** The name by which the rows show it. */
    public String name() {
        return client.ownerName();
    }

    /** Its lock client, for all that has no method here. */
    public LockClient client() {
        return client;
    }

    /**
     * Takes a lock that is free, and holds it until the handle is closed.
     *
     * @throws LockNotGrantedException when the lock is held
     */
    public LockHandle hold(String key) throws InterruptedException {
        return client.acquire(LockRequest.forKey(key).waitTime(Duration.ZERO).build());
    }

    /**
     * Takes a lock that is free and dies: the lock stays held without ever being renewed, until its lease has passed.
     *
     * @throws LockNotGrantedException when the lock is held
     */
    public void holdAndDie(String key) throws InterruptedException {
        LockHandle unused = client.acquire(LockRequest.forKey(key)
                .waitTime(Duration.ZERO)
                .withoutHeartbeat()
                .build());
    }

    /**
     * Takes the lock from whoever holds it, and holds it until the handle is closed. The former holder does not know before
     * its next renewal: see {@link TestLocks#lose} for one that is told at once.
     */
    public LockHandle takeOver(String key) throws InterruptedException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            free(key);
            Optional<LockHandle> taken = client.tryAcquire(key);
            if (taken.isPresent()) {
                return taken.get();
            }
        }
        throw new IllegalStateException(
                "'" + Escapes.escape(key) + "' was taken by somebody else each time that it was freed");
    }

    /** Frees the lock, whoever holds it. */
    void free(String key) throws InterruptedException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Optional<LockInfo> row = client.find(key);
            if (row.isEmpty() || row.get().released() || client.forceRelease(row.get())) {
                return;
            }
        }
        throw new IllegalStateException("'" + Escapes.escape(key) + "' was renewed each time that it was to be freed");
    }
}

package io.github.dynamolock.spring.integration;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.table.Escapes;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.Objects;
import java.util.Optional;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.support.locks.ExpirableLockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;

/**
 * Spring Integration's lock registry over a {@link LockClient}: for its leader election, aggregators, file sources, or
 * whatever takes a {@code LockRegistry}.
 *
 * <p>A lock is its thread's, may be taken again by it, and is renewed by the client for as long as it is held, also beyond
 * its time to live. Threads of one client wait for it in the order in which they came. A hold that is lost is told to its
 * thread at its next call: {@code tryLock} answers false, at once and without a call, and the one after that begins anew;
 * {@code lock}, {@code lockInterruptibly} and the last {@code unlock} throw {@link ConcurrentModificationException}. It is
 * never taken again in silence.
 *
 * <p>{@code lock} waits for as long as it takes, through interrupts, whose flag it keeps, and through a table that is too busy
 * or out of reach. A table that can't be used, being missing or not permitted, is an {@link io.github.dynamolock.LockTableException}
 * from any method; so is one that gives no answer, from {@code tryLock} and {@code unlock}. Conditions are not supported.
 *
 * <p>Thread-safe. Nothing is kept about locks that no thread holds. Two registries exclude each other, also on one client.
 */
public final class DynamoLockRegistry
        implements ExpirableLockRegistry<DistributedLock>, RenewableLockRegistry<DistributedLock> {

    private final LockClient client;
    private final ThreadHolds holds = new ThreadHolds();

    /** A registry of the locks of this client's table. The client stays the caller's to close. */
    public DynamoLockRegistry(LockClient client) {
        this.client = Objects.requireNonNull(client, "client");
    }

    /**
     * The lock of this key; equal for equal keys.
     *
     * @param lockKey a text, which is the key of the lock's row as it is
     */
    @Override
    public DistributedLock obtain(Object lockKey) {
        return new RegistryLock(client, holds, key(lockKey));
    }

    /** The hold that this thread has on the lock of this key, for its fencing token, say; empty when it has none. */
    public Optional<LockHandle> held(Object lockKey) {
        ThreadHold hold = holds.ofThread(key(lockKey));
        return hold == null ? Optional.empty() : Optional.of(hold.handle());
    }

    /**
     * Forgets locks that were lost by threads which have ended without unlocking them, whatever their age. Nothing else is
     * kept about a lock that no thread holds, so this need not be called.
     */
    @Override
    public void expireUnusedOlderThan(long age) {
        holds.forgetEnded();
    }

    /**
     * Renews the lock of this key now, with the lease that it has. The client does so by itself, unless its heartbeats are
     * turned off.
     *
     * @throws IllegalMonitorStateException when this thread does not hold it
     * @throws IllegalStateException when it is lost
     */
    @Override
    public void renewLock(Object lockKey) {
        renew(lockKey, LockHandle::heartbeat);
    }

    /**
     * Makes the lease of the lock of this key last at least this long from now.
     *
     * @throws IllegalMonitorStateException when this thread does not hold it
     * @throws IllegalStateException when it is lost
     */
    @Override
    public void renewLock(Object lockKey, Duration ttl) {
        renew(lockKey, handle -> handle.extend(ttl));
    }

    private void renew(Object lockKey, ThreadHold.Renewal renewal) {
        String key = key(lockKey);
        ThreadHold hold = holds.ofThread(key);
        if (hold == null) {
            throw ThreadHolds.notHeld(key);
        }
        hold.renew(renewal);
    }

    private static String key(Object lockKey) {
        if (lockKey instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("A lock key must be a String, but was "
                + (lockKey == null ? "null" : lockKey.getClass().getName()) + ". Make a text of it.");
    }

    @Override
    public String toString() {
        return "DynamoLockRegistry{table='" + client.tableName() + "', owner='" + Escapes.escape(client.ownerName())
                + "'}";
    }
}

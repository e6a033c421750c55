package io.github.dynamolock.spring.integration;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.table.Escapes;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;
import org.springframework.integration.support.locks.DistributedLock;

/** The lock of one key. It has no state of its own: what threads hold is the registry's. */
final class RegistryLock implements DistributedLock {

    /** As good as for ever; the client counts in nanoseconds. */
    private static final Duration FOREVER = Duration.ofDays(365);

    private final LockClient client;
    private final ThreadHolds holds;
    private final String key;

    RegistryLock(LockClient client, ThreadHolds holds, String key) {
        this.client = client;
        this.holds = holds;
        this.key = key;
    }

    @Override
    public void lock() {
        lockUninterruptibly(null);
    }

    @Override
    public void lock(Duration ttl) {
        lockUninterruptibly(ttl);
    }

    private void lockUninterruptibly(@Nullable Duration ttl) {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    lockInterruptibly(ttl);
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        lockInterruptibly(null);
    }

    private void lockInterruptibly(@Nullable Duration ttl) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        ThreadHold own = holds.ofThread(key);
        if (own != null) {
            own.reenter();
            return;
        }
        LockRequest request = request(ttl).waitTime(FOREVER).build();
        while (true) {
            try {
                granted(client.acquire(request));
                return;
            } catch (LockNotGrantedException e) {
                // Another year, then.
            }
        }
    }

    @Override
    public boolean tryLock() {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return tryLock(Duration.ZERO, null);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return tryLock(Duration.ofNanos(unit.toNanos(time)), null);
    }

    @Override
    public boolean tryLock(Duration waitTime, @Nullable Duration ttl) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        ThreadHold own = holds.ofThread(key);
        if (own != null && !own.isOver()) {
            return own.tryReenter();
        }
        Optional<LockHandle> handle = tryAcquire(waitTime, ttl);
        handle.ifPresent(this::granted);
        return handle.isPresent();
    }

    private Optional<LockHandle> tryAcquire(Duration waitTime, @Nullable Duration ttl) throws InterruptedException {
        LockRequest.Builder request = request(ttl);
        if (waitTime.isZero() || waitTime.isNegative()) {
            return client.tryAcquire(request.build());
        }
        Duration wait = waitTime.compareTo(FOREVER) > 0 ? FOREVER : waitTime;
        try {
            return Optional.of(client.acquire(request.waitTime(wait).build()));
        } catch (LockNotGrantedException e) {
            return Optional.empty();
        }
    }

    private LockRequest.Builder request(@Nullable Duration ttl) {
        LockRequest.Builder request = LockRequest.forKey(key);
        return ttl == null ? request : request.leaseDuration(ttl);
    }

    private void granted(LockHandle handle) {
        holds.put(key, new ThreadHold(handle));
    }

    @Override
    public void unlock() {
        ThreadHold own = holds.ofThread(key);
        if (own == null) {
            throw ThreadHolds.notHeld(key);
        }
        if (own.leave()) {
            holds.remove(key);
            own.release();
        }
    }

    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException("A distributed lock has no conditions");
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RegistryLock lock && lock.holds == holds && lock.key.equals(key);
    }

    @Override
    public int hashCode() {
        return key.hashCode();
    }

    @Override
    public String toString() {
        return "RegistryLock{key='" + Escapes.escape(key) + "'}";
    }
}

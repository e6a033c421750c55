package io.github.dynamolock.spring.shedlock;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.table.Escapes;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;

/**
 * ShedLock's lock provider over a {@link LockClient}, so that {@code @SchedulerLock} jobs run under locks that are renewed,
 * have fencing tokens, and are released by their owner only. The lock's name is the key of its row.
 *
 * <p>{@code lockAtMostFor} is the longest hold: the lock is renewed until then, and freed then if the job still runs; its
 * release at the end of the job then touches nobody else's. The lock of a process that died is free after its lease, the
 * client's or {@code lockAtMostFor}, whichever is shorter, but at least a second: for those who have seen it for that long,
 * so that an instance that only tries once a period may be refused once more. {@code lockAtLeastFor} is the shortest hold.
 * Both are counted by this process's own clock from the grant.
 *
 * <p>{@link #lock} tries once, never waits, and makes one call; interrupted, it answers empty and keeps the flag. A table that
 * can't be used or reached is a {@link io.github.dynamolock.LockTableException}. {@link SimpleLock#unlock} blocks until
 * the table has answered; a failure and a lost lock are logged and not thrown, since they can't undo the job. {@link
 * SimpleLock#extend} counts both times anew without a call, and is empty when the lock is lost. Thread-safe.
 */
public final class DynamoLockProvider implements ExtensibleLockProvider {

    /** A shorter lease leaves no time for its renewals. */
    private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);

    private final LockClient client;
    private final JobLocks locks = new JobLocks();

    /** A provider of locks of this client's table. The client stays the caller's to close. */
    public DynamoLockProvider(LockClient client) {
        this.client = Objects.requireNonNull(client, "client");
    }

    @Override
    public Optional<SimpleLock> lock(LockConfiguration configuration) {
        try {
            return client.tryAcquire(request(configuration)).map(handle -> granted(configuration, handle));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private LockRequest request(LockConfiguration configuration) {
        Duration atMost = configuration.getLockAtMostFor();
        LockRequest.Builder request = LockRequest.forKey(configuration.getName())
                .leaseDuration(lease(atMost))
                .maxHold(atMost);
        Duration atLeast = configuration.getLockAtLeastFor();
        return (isSet(atLeast) ? request.minHold(atLeast) : request).build();
    }

    private Duration lease(Duration atMost) {
        Duration usual = client.leaseDuration();
        Duration shorter = atMost.compareTo(SHORTEST_LEASE) < 0 ? SHORTEST_LEASE : atMost;
        return shorter.compareTo(usual) < 0 ? shorter : usual;
    }

    static boolean isSet(Duration atLeast) {
        return !atLeast.isZero() && !atLeast.isNegative();
    }

    private SimpleLock granted(LockConfiguration configuration, LockHandle handle) {
        locks.add(configuration, handle);
        return new JobLock(configuration, handle, locks);
    }

    JobLocks locks() {
        return locks;
    }

    @Override
    public String toString() {
        return "DynamoLockProvider{table='" + client.tableName() + "', owner='" + Escapes.escape(client.ownerName())
                + "'}";
    }
}

package io.github.dynamolock;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One acquisition's settings: the request's where it has them, else the client's; checked before any call.
 *
 * @param raisesToken whether a release of this lock deletes its row, so that the next row's token begins at a clock
 */
record AcquireSettings(
        long waitNanos,
        long pollNanos,
        Duration lease,
        Duration heartbeat,
        @Nullable Duration maxHold,
        boolean raisesToken) {

    private static final int HEARTBEATS_PER_LEASE = 3;

    Duration callTimeout() {
        return ClientSettings.callTimeout(lease, heartbeat);
    }

    static AcquireSettings of(ClientSettings client, LockRequest request) {
        return of(client, request, request.waitTime().orElse(client.waitTime()));
    }

    static AcquireSettings once(ClientSettings client, LockRequest request) {
        return of(client, request, Duration.ZERO);
    }

    private static AcquireSettings of(ClientSettings client, LockRequest request, Duration wait) {
        Duration lease = request.leaseDuration().orElse(client.leaseDuration());
        Duration poll = request.pollInterval().orElse(client.pollInterval());
        ClientSettings.requireNotNegative("waitTime", wait);
        ClientSettings.requireLease("leaseDuration", lease);
        ClientSettings.requirePositive("pollInterval", poll);
        request.maxHold().ifPresent(max -> ClientSettings.requirePositive("maxHold", max));
        request.minHold()
                .ifPresent(min -> MinHold.require(min, request.maxHold().orElse(null)));
        request.almostExpired().ifPresent(notice -> requireSafeTime(notice.safeTime(), lease));
        request.data().ifPresent(Payloads::require);
        requireKeyType(client.table(), request.lockKey());
        requireFreeNames(client, request.attributes().keySet());
        return new AcquireSettings(
                wait.toNanos(),
                poll.toNanos(),
                lease,
                request.heartbeat() ? heartbeat(client, lease) : Duration.ZERO,
                request.maxHold().orElse(null),
                request.deleteOnRelease() || client.rowFormat().layout().released() == null);
    }

    private static Duration heartbeat(ClientSettings client, Duration lease) {
        if (lease.equals(client.leaseDuration())) {
            return client.heartbeatPeriod();
        }
        Duration fitting = lease.dividedBy(HEARTBEATS_PER_LEASE);
        return client.heartbeatPeriod().compareTo(fitting) <= 0 ? client.heartbeatPeriod() : fitting;
    }

    private static void requireSafeTime(Duration safeTime, Duration lease) {
        ClientSettings.requirePositive("safeTime", safeTime);
        if (Lease.isOver(new Moment(0, 0), lease, new Moment(safeTime.toNanos(), 0))) {
            throw new IllegalArgumentException("safeTime " + safeTime
                    + " must be shorter than nine tenths of the lease " + lease + ", at which the lock counts as lost");
        }
    }

    static void requireKeyType(LockTable table, LockKey key) {
        String expected = table.keys().partitionType().toString();
        if (!key.value().type().name().equals(expected)) {
            throw new IllegalArgumentException(
                    "the partition key of table '" + table.name() + "' is of type " + expected + ", but the lock key "
                            + key + " is of type " + key.value().type());
        }
    }

    private static void requireFreeNames(ClientSettings client, Set<String> names) {
        if (names.isEmpty()) {
            return;
        }
        Set<String> reserved = new TreeSet<>(client.rowFormat().layout().ownNames());
        reserved.addAll(client.table().keyNames());
        reserved.retainAll(names);
        if (!reserved.isEmpty()) {
            throw new IllegalArgumentException(
                    "attribute names " + reserved + " are the lock's own; choose other names for your attributes");
        }
    }
}

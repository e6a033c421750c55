package io.github.dynamolock;

import io.github.dynamolock.table.Escapes;
import io.github.dynamolock.table.LeaseForm;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A client's settings, checked: one message for each value, and for each pair that does not go together. */
record ClientSettings(
        LockTable table,
        RowFormat rowFormat,
        String ownerName,
        Duration leaseDuration,
        Duration heartbeatPeriod,
        Duration waitTime,
        Duration pollInterval,
        @Nullable Duration releasedRowRetention,
        Supplier<String> idGenerator,
        @Nullable TimeSource timeSource,
        List<LockListener> listeners) {

    private static final int MAX_OWNER_LENGTH = 255;

    static ClientSettings of(LockClientBuilder builder) {
        if (builder.table == null) {
            throw new IllegalArgumentException("table must be set: the name of the lock table");
        }
        String owner = builder.ownerName == null ? Ids.defaultOwnerName() : builder.ownerName;
        if (owner.isBlank() || owner.length() > MAX_OWNER_LENGTH) {
            throw new IllegalArgumentException("ownerName must have 1 to " + MAX_OWNER_LENGTH
                    + " characters and not be blank, but was '" + Escapes.escape(owner) + "'");
        }
        requireFreeKeyNames(builder.table, builder.rowFormat);
        requireLease("leaseDuration", builder.leaseDuration);
        requireHeartbeat(builder.heartbeatPeriod, builder.leaseDuration);
        requireNotNegative("waitTime", builder.waitTime);
        requirePositive("pollInterval", builder.pollInterval);
        if (builder.releasedRowRetention != null) {
            requirePositive("releasedRowRetention", builder.releasedRowRetention);
        }
        return new ClientSettings(
                builder.table,
                builder.rowFormat,
                owner,
                builder.leaseDuration,
                builder.heartbeatPeriod,
                builder.waitTime,
                builder.pollInterval,
                builder.releasedRowRetention,
                Ids.checked(builder.idGenerator),
                builder.timeSource,
                List.copyOf(builder.listeners));
    }

    Duration callTimeout() {
        return callTimeout(leaseDuration, heartbeatPeriod);
    }

    private static void requireFreeKeyNames(LockTable table, RowFormat format) {
        Set<String> taken = new TreeSet<>(format.layout().ownNames());
        taken.retainAll(table.keyNames());
        if (!taken.isEmpty()) {
            throw new IllegalArgumentException("the keys of table '" + table.name() + "' can't be named " + taken
                    + ": these are names of the lock row's own attributes");
        }
    }

    /** The time for one call: no more than the heartbeat period, so that a hung renewal leaves time for another. */
    static Duration callTimeout(Duration lease, Duration heartbeat) {
        return heartbeat.isZero() ? lease.dividedBy(4) : heartbeat;
    }

    static void requireLease(String what, Duration lease) {
        requirePositive(what, lease);
        if (lease.toMillis() == 0) {
            throw new IllegalArgumentException(what + " must be at least a millisecond, but was " + lease);
        }
    }

    private static void requireHeartbeat(Duration heartbeat, Duration lease) {
        requireNotNegative("heartbeatPeriod", heartbeat);
        if (!heartbeat.isZero() && heartbeat.toMillis() == 0) {
            throw new IllegalArgumentException(
                    "heartbeatPeriod must be zero or at least a millisecond, but was " + heartbeat);
        }
        if (heartbeat.multipliedBy(2).compareTo(lease) > 0) {
            throw new IllegalArgumentException(
                    "heartbeatPeriod " + heartbeat + " must be at most half of leaseDuration "
                            + lease + ", so that one missed renewal does not lose the lock; better a third or less."
                            + " Shorten the heartbeat period or lengthen the lease");
        }
    }

    static void requirePositive(String what, Duration duration) {
        requireNotNegative(what, duration);
        if (duration.isZero()) {
            throw new IllegalArgumentException(what + " must be greater than zero");
        }
    }

    static void requireNotNegative(String what, Duration duration) {
        if (duration.isNegative() || duration.compareTo(LeaseForm.LONGEST) > 0) {
            throw new IllegalArgumentException(
                    what + " must be from 0 to " + LeaseForm.LONGEST.toDays() + " days, but was " + duration);
        }
    }
}

package io.github.dynamolock;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A lock that a client holds, as it was at one moment.
 *
 * @param key the key as text
 * @param name the request's name for metrics and logs, or null
 * @param ownerName the owner name in the row
 * @param fencingToken the token of this hold
 * @param acquiredAt when it was granted, by this machine's clock
 * @param heldFor how long it has been held
 * @param remainingLease how long it stays held without a further renewal
 * @param lastRenewedAt when the last write that reached the table was sent: a renewal, or the acquisition itself
 * @param renewals how many renewals have reached the table
 * @param thread the name of the thread that asked for it
 */
public record HeldLock(
        String key,
        @Nullable String name,
        String ownerName,
        long fencingToken,
        Instant acquiredAt,
        Duration heldFor,
        Duration remainingLease,
        Instant lastRenewedAt,
        long renewals,
        String thread) {}

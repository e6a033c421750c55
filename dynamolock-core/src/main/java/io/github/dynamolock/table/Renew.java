package io.github.dynamolock.table;

import java.time.Duration;

/**
 * What a renewal writes, and for which grant. Internal.
 *
 * @param holdId the hold
 * @param token the fencing token it was granted
 * @param counter the number of this renewal, from 1 on; one that comes after a later one changes nothing
 * @param lease the lease to write
 */
public record Renew(String holdId, long token, long counter, Duration lease) {}

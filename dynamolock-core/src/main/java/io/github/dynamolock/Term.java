package io.github.dynamolock;

import java.time.Instant;

/**
 * One time of leadership.
 *
 * @param fencingToken the lock's {@linkplain LockHandle#fencingToken() fencing token}: greater than that of each term before,
 *     whoever led; send it along with what the leader does
 * @param since when it began, by this machine's wall clock
 */
public record Term(long fencingToken, Instant since) {}

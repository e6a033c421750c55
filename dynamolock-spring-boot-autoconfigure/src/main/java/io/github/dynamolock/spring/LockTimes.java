package io.github.dynamolock.spring;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The times of an annotation; null where it leaves one open.
 *
 * @param waitTime the total wait
 * @param lease the lease
 * @param minHold how long the key stays taken at least
 * @param maxHold how long the lock is renewed at most
 */
record LockTimes(
        @Nullable Duration waitTime,
        @Nullable Duration lease,
        @Nullable Duration minHold,
        @Nullable Duration maxHold) {}

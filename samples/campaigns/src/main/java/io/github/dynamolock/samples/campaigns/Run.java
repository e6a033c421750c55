package io.github.dynamolock.samples.campaigns;

import java.time.Duration;

/**
 * One run of a campaign that has ended.
 *
 * @param campaign which
 * @param instance the instance that ran it: the owner name of its locks
 * @param fencingToken greater than that of every run before
 * @param begunNanos when it had its lock and began, by {@link System#nanoTime()}
 */
record Run(String campaign, String instance, long fencingToken, long begunNanos) {

    /** How long a caller who asked at this time waited for the lock. */
    long waitedMillis(long askedNanos) {
        return Duration.ofNanos(begunNanos - askedNanos).toMillis();
    }
}

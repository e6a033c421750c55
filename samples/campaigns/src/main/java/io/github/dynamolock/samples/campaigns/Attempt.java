package io.github.dynamolock.samples.campaigns;

import org.jspecify.annotations.Nullable;

/**
 * What came of one launch in the demonstration.
 *
 * @param instance who tried
 * @param waitedMillis how long it waited for the lock
 * @param run the run, or null when another held the lock for too long
 */
record Attempt(String instance, long waitedMillis, @Nullable Run run) {

    /** Orders runs as they happened, and whoever did not run after them. */
    long order() {
        return run == null ? Long.MAX_VALUE : run.fencingToken();
    }

    String token() {
        return run == null ? "-" : Long.toString(run.fencingToken());
    }
}

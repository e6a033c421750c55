package io.github.dynamolock.samples.campaigns;

/**
 * What a caller is told about a launch.
 *
 * @param campaign which
 * @param instance the instance that ran it
 * @param fencingToken the token of its lock
 * @param waitedMillis how long the caller waited for the lock
 */
record LaunchResponse(String campaign, String instance, long fencingToken, long waitedMillis) {

    static LaunchResponse of(Run run, long askedNanos) {
        return new LaunchResponse(run.campaign(), run.instance(), run.fencingToken(), run.waitedMillis(askedNanos));
    }
}

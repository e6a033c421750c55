package io.github.dynamolock.simulation;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which versions of rows a process was ever shown, and when for the first time by its monotonic clock. */
final class Sightings {

    record Sighting(long monotonic, long leaseNanos) {}

    private final Map<String, Sighting> first = new HashMap<>();

    void note(String key, String version, long monotonic, long leaseNanos) {
        first.putIfAbsent(key + "/" + version, new Sighting(monotonic, leaseNanos));
    }

    boolean knows(String key, String version) {
        return first.containsKey(key + "/" + version);
    }

    @Nullable
    Sighting of(String key, String version) {
        return first.get(key + "/" + version);
    }
}

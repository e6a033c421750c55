package io.github.dynamolock;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The holds of one client, by hold id: a stale handle of a key can't stand in for a newer one. Thread-safe.
 */
final class Holds {

    /** In the order of acquisition. Guarded by itself. */
    private final Map<String, Hold> byId = new LinkedHashMap<>();

    private boolean closed;

    /** Adds a hold, unless the client has been closed. */
    boolean add(Hold hold) {
        synchronized (byId) {
            if (!closed) {
                byId.put(hold.holdId(), hold);
            }
            return !closed;
        }
    }

    void remove(Hold hold) {
        synchronized (byId) {
            byId.remove(hold.holdId(), hold);
        }
    }

    @Nullable
    Hold byVersion(String version) {
        int colon = version.indexOf(':');
        synchronized (byId) {
            return colon < 0 ? null : byId.get(version.substring(0, colon));
        }
    }

    int size() {
        synchronized (byId) {
            return byId.size();
        }
    }

    List<Hold> all() {
        synchronized (byId) {
            return new ArrayList<>(byId.values());
        }
    }

    /** Lets no further hold in and returns those that are there. */
    List<Hold> close() {
        synchronized (byId) {
            closed = true;
            return new ArrayList<>(byId.values());
        }
    }
}

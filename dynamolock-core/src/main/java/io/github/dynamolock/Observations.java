package io.github.dynamolock;

import io.github.dynamolock.table.LockRow;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a client has seen of rows that others hold: kept across calls, so that one that only tries now and then still
 * gets the lock of a holder that died. Bounded; the key looked at longest ago is forgotten first. Thread-safe.
 */
final class Observations {

    private static final int CAPACITY = 10_000;

    /** In order of the last look. Guarded by itself. */
    private final Map<LockKey, Observation> byKey = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<LockKey, Observation> eldest) {
            return size() > CAPACITY;
        }
    };

    /** Notes what an answer showed and returns since when this client knows of it. */
    Observation see(LockKey key, LockRow heldRow, String version, Moment now) {
        synchronized (byKey) {
            Observation known = byKey.get(key);
            if (known == null || !known.version().equals(version)) {
                known = new Observation(version, heldRow.lease(), now);
                byKey.put(key, known);
            }
            return known;
        }
    }

    Optional<Observation> get(LockKey key) {
        synchronized (byKey) {
            return Optional.ofNullable(byKey.get(key));
        }
    }

    void forget(LockKey key) {
        synchronized (byKey) {
            byKey.remove(key);
        }
    }

    int size() {
        synchronized (byKey) {
            return byKey.size();
        }
    }
}

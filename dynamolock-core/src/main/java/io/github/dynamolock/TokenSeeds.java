package io.github.dynamolock;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where tokens that rest on a clock begin, those of a new row and those that are raised: at the current epoch milliseconds,
 * and beyond what this client was granted for the key before, since a row can be deleted and made anew within one
 * millisecond. Bounded. Thread-safe.
 */
final class TokenSeeds {

    private static final int CAPACITY = 10_000;

    /** The tokens that the clock has not passed yet, hardly ever any, in the order of the grants. Guarded by itself. */
    private final Map<LockKey, Long> ahead = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<LockKey, Long> eldest) {
            return size() > CAPACITY;
        }
    };

    void granted(LockKey key, long token, long nowMillis) {
        synchronized (ahead) {
            ahead.remove(key);
            Iterator<Long> eldest = ahead.values().iterator();
            while (eldest.hasNext() && eldest.next() <= nowMillis) {
                eldest.remove();
            }
            if (token > nowMillis) {
                ahead.put(key, token);
            }
        }
    }

    long next(LockKey key, long nowMillis) {
        synchronized (ahead) {
            return Math.max(nowMillis, ahead.getOrDefault(key, nowMillis));
        }
    }

    int size() {
        synchronized (ahead) {
            return ahead.size();
        }
    }
}

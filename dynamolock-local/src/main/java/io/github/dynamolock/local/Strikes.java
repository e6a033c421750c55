package io.github.dynamolock.local;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The latest calls that faults struck. Thread-safe. */
final class Strikes {
    static final int MAX_KEPT = 10_000;

    private final Deque<Strike> kept = new ArrayDeque<>(); // guarded by itself

    void add(Strike strike) {
        synchronized (kept) {
            if (kept.size() == MAX_KEPT) {
                kept.removeFirst();
            }
            kept.addLast(strike);
        }
    }

    List<Strike> all() {
        synchronized (kept) {
            return List.copyOf(kept);
        }
    }

    void clear() {
        synchronized (kept) {
            kept.clear();
        }
    }
}

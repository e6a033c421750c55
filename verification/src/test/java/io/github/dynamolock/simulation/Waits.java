package io.github.dynamolock.simulation;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** L1 and L3: from when on somebody who waits for a key may have it, and whether he got it in time. */
final class Waits {

    private static final long NANOS_PER_MILLI = 1_000_000L;

    /** What a waiter waits beyond a lease, by the slowest clock there is. */
    private static final double LEASE_AND_DRIFT = 1.01 * 1.06;

    /** Its longest time between looks with jitter, and a few round trips. */
    private static final long LOOK_NANOS = 2_700 * NANOS_PER_MILLI;

    private final BiConsumer<Invariant, String> violated;
    private final Map<String, Long> takeable = new HashMap<>();
    private final Map<String, Invariant> owed = new HashMap<>();

    Waits(BiConsumer<Invariant, String> violated) {
        this.violated = violated;
    }

    /** The row as some other left it just now; nobody keeps it from now on unless this is told again. */
    void left(String key, @Nullable RowImage row, long now) {
        boolean held = row != null && row.isHeld();
        long rest = row != null && held ? (long) (row.row().lease().toNanos() * LEASE_AND_DRIFT) : 0;
        takeable.put(key, now + rest);
        owed.put(key, held ? Invariant.L1 : Invariant.L3);
    }

    void granted(String key, long now) {
        long late = now - takeable.getOrDefault(key, 0L) - LOOK_NANOS;
        if (late > 0) {
            violated.accept(owed(key), key + " was granted " + late / NANOS_PER_MILLI + " ms later than it should be");
        }
    }

    void refused(String key, String why) {
        violated.accept(owed(key), key + " was not granted to who waited: " + why);
    }

    private Invariant owed(String key) {
        return owed.getOrDefault(key, Invariant.L3);
    }
}

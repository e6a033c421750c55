package io.github.dynamolock.local;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The calls that reached a {@link LocalDynamoDb}, by operation and table.
 *
 * <p>A call of an operation that is served counts once it arrives, whatever becomes of it: one that fails, that a fault
 * loses, or that hangs. Over HTTP each attempt is a call of its own, so the SDK's retries count too. A call on several tables counts once for its
 * operation and once for each table.
 *
 * <p>Thread-safe. Figures read while calls arrive may or may not include them.
 */
public final class Calls {
    private final Map<String, LongAdder> byOperation = new ConcurrentHashMap<>();
    private final Map<String, Map<String, LongAdder>> byTable = new ConcurrentHashMap<>();

    Calls() {}

    /** The calls of one operation, such as {@code "UpdateItem"}, since the last {@link #reset()}. */
    public long count(String operation) {
        LongAdder count = byOperation.get(operation);
        return count == null ? 0 : count.sum();
    }

    /** The calls of one operation on one table, since the last {@link #reset()}. */
    public long count(String operation, String table) {
        Map<String, LongAdder> counts = byTable.get(table);
        LongAdder count = counts == null ? null : counts.get(operation);
        return count == null ? 0 : count.sum();
    }

    /** All calls since the last {@link #reset()}. */
    public long total() {
        return byOperation.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** The calls by operation, as they are now; only operations that were called are in it. */
    public Map<String, Long> snapshot() {
        Map<String, Long> counts = new TreeMap<>();
        byOperation.forEach((operation, count) -> {
            if (count.sum() > 0) {
                counts.put(operation, count.sum());
            }
        });
        return counts;
    }

    /** Begins to count from zero. */
    public void reset() {
        byOperation.clear();
        byTable.clear();
    }

    void arrived(String operation, Collection<String> tables) {
        byOperation.computeIfAbsent(operation, name -> new LongAdder()).increment();
        for (String table : tables) {
            byTable.computeIfAbsent(table, name -> new ConcurrentHashMap<>())
                    .computeIfAbsent(operation, name -> new LongAdder())
                    .increment();
        }
    }

    @Override
    public String toString() {
        return snapshot().toString();
    }
}

package io.github.dynamolock.verification.peers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How often the rows of held locks are written, as the table sees it, whoever the client is. Times are in nanoseconds. Thread-safe.
 */
final class Renewals {

    /**
     * What was seen since {@link #watch}.
     *
     * @param gapsMillis the times between writes of the same row
     * @param oldestMillis the longest time that a row went without a write, written since or not
     * @param lapsed the rows that once went for longer than the lease
     * @param perSecond the writes a second, on average
     * @param worstPerSecond the writes in the busiest second
     */
    record Seen(Sample gapsMillis, double oldestMillis, int lapsed, double perSecond, double worstPerSecond) {}

    private static final double NANOS_PER_MILLI = 1e6;

    private final Map<String, Long> lastWrites = new TreeMap<>();
    private final Map<String, Long> longest = new TreeMap<>();
    private final Map<Long, Integer> bySecond = new TreeMap<>();
    private final List<Double> gapsMillis = new ArrayList<>();
    private String prefix = "";
    private boolean tracks;
    private boolean watches;
    private long start;

    /** Follows the rows whose keys begin so, and forgets all others. */
    synchronized void track(String keys) {
        prefix = keys;
        tracks = true;
        watches = false;
        lastWrites.clear();
    }

    /** Begins to note. */
    synchronized void watch(long now) {
        watches = true;
        start = now;
        longest.clear();
        bySecond.clear();
        gapsMillis.clear();
    }

    synchronized void written(String key, long now) {
        if (!tracks || !key.startsWith(prefix)) {
            return;
        }
        Long before = lastWrites.put(key, now);
        if (watches) {
            bySecond.merge((now - start) / Duration.ofSeconds(1).toNanos(), 1, Integer::sum);
            if (before != null) {
                gapsMillis.add((now - before) / NANOS_PER_MILLI);
                longest.merge(key, now - before, Long::max);
            }
        }
    }

    /** What was seen, and what is due since: a row that is not written any more has the oldest of all. Ends watching. */
    synchronized Seen seen(long now, Duration lease) {
        watches = false;
        tracks = false;
        lastWrites.forEach((key, last) -> longest.merge(key, now - last, Long::max));
        long oldest = longest.values().stream().mapToLong(Long::longValue).max().orElse(0);
        int lapsed = (int)
                longest.values().stream().filter(gap -> gap > lease.toNanos()).count();
        int writes = bySecond.values().stream().mapToInt(Integer::intValue).sum();
        return new Seen(
                Sample.of(gapsMillis),
                oldest / NANOS_PER_MILLI,
                lapsed,
                writes * 1e9 / (now - start),
                bySecond.values().stream().mapToInt(Integer::intValue).max().orElse(0));
    }
}

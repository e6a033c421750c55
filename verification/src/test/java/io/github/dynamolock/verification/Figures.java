package io.github.dynamolock.verification;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Measured times, and what is printed of them. */
final class Figures {

    private final List<Duration> times = Collections.synchronizedList(new ArrayList<>());

    void add(long fromNanos, long toNanos) {
        times.add(Duration.ofNanos(toNanos - fromNanos));
    }

    Duration min() {
        return Collections.min(times);
    }

    Duration max() {
        return Collections.max(times);
    }

    void print(String what) {
        List<Duration> sorted = new ArrayList<>(times);
        Collections.sort(sorted);
        System.out.printf(
                "%s: min %d, median %d, max %d ms in %d runs%n",
                what, min().toMillis(), sorted.get(sorted.size() / 2).toMillis(), max().toMillis(), sorted.size());
    }
}

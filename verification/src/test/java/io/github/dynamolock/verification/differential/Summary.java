package io.github.dynamolock.verification.differential;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** Counts what was compared. Thread-safe. */
final class Summary {
    private final Map<String, Long> served = new TreeMap<>();
    private final Map<String, Long> refused = new TreeMap<>();
    private final Map<String, Long> errors = new TreeMap<>();
    private final Map<String, Long> differences = new TreeMap<>();
    private long sequences;

    synchronized void sequence() {
        sequences++;
    }

    synchronized void compared(Call call, Answer ours) {
        (ours.isSuccess() ? served : refused).merge(call.operation(), 1L, Long::sum);
        if (!ours.isSuccess()) {
            errors.merge(ours.error(), 1L, Long::sum);
        }
    }

    synchronized void excused(Collection<Listed> applied) {
        applied.forEach(known -> differences.merge(known.name(), 1L, Long::sum));
    }

    synchronized long sequences() {
        return sequences;
    }

    /** What was compared with a peer, and how often a listed difference showed. */
    synchronized String of(String peer) {
        long good = sum(served);
        long bad = sum(refused);
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                "differential, %s: %d sequences, %d requests, %d served and %d refused (%.0f %%)%n",
                peer, sequences, good + bad, good, bad, 100.0 * bad / Math.max(1, good + bad)));
        text.append("  served:  ").append(served).append(System.lineSeparator());
        text.append("  refused: ").append(refused).append(System.lineSeparator());
        text.append("  errors:  ").append(errors).append(System.lineSeparator());
        differences.forEach(
                (name, count) -> text.append(String.format("  listed difference, %6d times: %s%n", count, name)));
        return text.toString();
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}

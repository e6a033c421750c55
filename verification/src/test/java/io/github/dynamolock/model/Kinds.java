package io.github.dynamolock.model;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The kinds of steps that the model offered on the way, and how often each was taken. */
public final class Kinds {

    private final Set<Kind> offered = new HashSet<>();
    private final Map<Kind, Integer> taken = new HashMap<>();
    private long steps;
    private int traces;

    void offer(Step step) {
        offered.add(Kind.of(step));
    }

    void take(Step step) {
        steps++;
        taken.merge(Kind.of(step), 1, Integer::sum);
    }

    void ended() {
        traces++;
    }

    /** How many kinds of steps were taken. */
    public int takenKinds() {
        return taken.size();
    }

    /** The kinds that the model offered, where the product would never go. */
    public Set<String> leftOut() {
        return offered.stream()
                .filter(kind -> !taken.containsKey(kind))
                .map(Kind::toString)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public String toString() {
        return String.format(
                "%,d traces, %,d steps, of %d kinds; of the kinds that were offered %d were not taken",
                traces, steps, taken.size(), leftOut().size());
    }

    /** Each kind and how often it was taken. */
    public String listed() {
        return taken.entrySet().stream()
                .map(entry -> String.format("%,10d  %s%n", entry.getValue(), entry.getKey()))
                .sorted(Comparator.comparing(line -> line.substring(10)))
                .collect(Collectors.joining());
    }
}

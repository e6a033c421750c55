package io.github.dynamolock.simulation;

import java.util.ArrayList;
import java.util.List;

/** How often each fault befell each kind of call. */
final class Coverage {

    private final long[][] hits = new long[Fault.values().length][Operation.values().length];

    void hit(Fault fault, Operation operation) {
        hits[fault.ordinal()][operation.ordinal()]++;
    }

    long of(Fault fault, Operation operation) {
        return hits[fault.ordinal()][operation.ordinal()];
    }

    void add(Coverage other) {
        for (int f = 0; f < hits.length; f++) {
            for (int o = 0; o < hits[f].length; o++) {
                hits[f][o] += other.hits[f][o];
            }
        }
    }

    /** Possible cells with fewer hits than this. */
    List<String> below(long least) {
        List<String> cells = new ArrayList<>();
        for (Fault fault : Fault.values()) {
            for (Operation operation : Operation.values()) {
                if (fault.impossibleFor(operation) == null && of(fault, operation) < least) {
                    cells.add(fault + " x " + operation.title + " " + of(fault, operation));
                }
            }
        }
        return cells;
    }

    String table() {
        StringBuilder text = new StringBuilder(String.format("%-28s", "fault"));
        for (Operation operation : Operation.values()) {
            text.append(String.format("%12s", operation.title));
        }
        for (Fault fault : Fault.values()) {
            text.append(String.format("%n%-4s%-24s", fault.number, fault.name().toLowerCase(java.util.Locale.ROOT)));
            for (Operation operation : Operation.values()) {
                text.append(String.format(
                        "%12s", fault.impossibleFor(operation) == null ? "" + of(fault, operation) : "-"));
            }
        }
        return text.toString();
    }
}

package io.github.dynamolock.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How often each fault befell each kind of call. */
final class Coverage {

    private static final int OPERATIONS = Operation.values().length;

    private final long[] hits = new long[Fault.values().length * OPERATIONS];

    @SuppressWarnings("EnumOrdinal") // numbers of this run alone
    private static int cell(Fault fault, Operation operation) {
        return fault.ordinal() * OPERATIONS + operation.ordinal();
    }

    void hit(Fault fault, Operation operation) {
        hits[cell(fault, operation)]++;
    }

    long of(Fault fault, Operation operation) {
        return hits[cell(fault, operation)];
    }

    void add(Coverage other) {
        for (int cell = 0; cell < hits.length; cell++) {
            hits[cell] += other.hits[cell];
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
            text.append(String.format("%n%-4s%-24s", fault.number, fault.name().toLowerCase(Locale.ROOT)));
            for (Operation operation : Operation.values()) {
                text.append(String.format(
                        "%12s", fault.impossibleFor(operation) == null ? Long.toString(of(fault, operation)) : "-"));
            }
        }
        return text.toString();
    }
}

package io.github.dynamolock.simulation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** How often each fault befell each kind of call. */
final class Coverage {

    private final Map<Fault, Map<Operation, long[]>> hits = new EnumMap<>(Fault.class);

    Coverage() {
        for (Fault fault : Fault.values()) {
            Map<Operation, long[]> row = new EnumMap<>(Operation.class);
            for (Operation operation : Operation.values()) {
                row.put(operation, new long[1]);
            }
            hits.put(fault, row);
        }
    }

    private long[] cell(Fault fault, Operation operation) {
        return Objects.requireNonNull(Objects.requireNonNull(hits.get(fault)).get(operation));
    }

    void hit(Fault fault, Operation operation) {
        cell(fault, operation)[0]++;
    }

    long of(Fault fault, Operation operation) {
        return cell(fault, operation)[0];
    }

    void add(Coverage other) {
        hits.forEach((fault, row) -> row.forEach((operation, cell) -> cell[0] += other.of(fault, operation)));
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

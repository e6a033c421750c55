package io.github.dynamolock.local.engine;

import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.Capacity;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;

/** The capacity units that a call consumes of one table and its indexes. */
final class TableUnits {
    double table;
    private final Map<String, Double> global = new TreeMap<>();
    private final Map<String, Double> local = new TreeMap<>();

    void add(SecondaryIndex index, double added) {
        (index.isGlobal() ? global : local).merge(index.name(), added, Double::sum);
    }

    /**
     * The figures.
     *
     * @param byIndex whether to tell those of the table and of each index
     * @param byKind whether to tell besides whether they are units of reads or of writes
     * @param writes which of both they are
     */
    ConsumedCapacity consumed(String name, boolean byIndex, boolean byKind, boolean writes) {
        double total = table + sum(global) + sum(local);
        ConsumedCapacity.Builder consumed =
                ConsumedCapacity.builder().tableName(name).capacityUnits(total);
        if (byKind && writes) {
            consumed.writeCapacityUnits(total);
        } else if (byKind) {
            consumed.readCapacityUnits(total);
        }
        if (byIndex) {
            consumed.table(capacity(table, byKind, writes));
            if (!global.isEmpty()) {
                consumed.globalSecondaryIndexes(capacities(global, byKind, writes));
            }
            if (!local.isEmpty()) {
                consumed.localSecondaryIndexes(capacities(local, byKind, writes));
            }
        }
        return consumed.build();
    }

    private static Map<String, Capacity> capacities(Map<String, Double> units, boolean byKind, boolean writes) {
        Map<String, Capacity> capacities = new TreeMap<>();
        units.forEach((index, each) -> capacities.put(index, capacity(each, byKind, writes)));
        return capacities;
    }

    private static Capacity capacity(double units, boolean byKind, boolean writes) {
        Capacity.Builder capacity = Capacity.builder().capacityUnits(units);
        if (byKind && writes) {
            capacity.writeCapacityUnits(units);
        } else if (byKind) {
            capacity.readCapacityUnits(units);
        }
        return capacity.build();
    }

    private static double sum(Map<String, Double> units) {
        return units.values().stream().mapToDouble(Double::doubleValue).sum();
    }
}

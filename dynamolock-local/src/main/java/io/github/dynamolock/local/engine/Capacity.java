package io.github.dynamolock.local.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/**
 * Adds up what a call consumes, by DynamoDB's rules: writes in units of 1 KB, reads in units of 4 KB, half for reads that
 * may be stale, double in transactions.
 */
final class Capacity {
    private static final int WRITE_UNIT = 1_024;
    private static final int READ_UNIT = 4_096;

    private final @Nullable ReturnConsumedCapacity wanted;
    private final Map<String, Double> units = new LinkedHashMap<>();
    private final int factor;
    private final boolean transactional;
    private boolean writes;

    private Capacity(@Nullable ReturnConsumedCapacity wanted, boolean transactional) {
        this.wanted = wanted;
        this.factor = transactional ? 2 : 1;
        this.transactional = transactional;
    }

    static Capacity of(@Nullable ReturnConsumedCapacity wanted) {
        return new Capacity(wanted, false);
    }

    static Capacity ofTransaction(@Nullable ReturnConsumedCapacity wanted) {
        return new Capacity(wanted, true);
    }

    Capacity write(Table table, @Nullable Item before, @Nullable Item after) {
        int size = Math.max(before == null ? 0 : before.size(), after == null ? 0 : after.size());
        writes = true;
        add(table, unitsOf(size, WRITE_UNIT));
        return this;
    }

    Capacity read(Table table, long size, boolean consistent) {
        double whole = unitsOf(size, READ_UNIT);
        add(table, consistent || transactional ? whole : whole / 2);
        return this;
    }

    /** The figures of a call on one table, or null when they were not asked for. */
    @Nullable
    ConsumedCapacity total() {
        List<ConsumedCapacity> all = all();
        return all.isEmpty() ? null : all.get(0);
    }

    /** The figures by table; empty when they were not asked for. */
    List<ConsumedCapacity> all() {
        List<ConsumedCapacity> all = new ArrayList<>();
        if (wanted == ReturnConsumedCapacity.TOTAL || wanted == ReturnConsumedCapacity.INDEXES) {
            units.forEach((table, total) -> all.add(consumed(table, total)));
        }
        return all;
    }

    private ConsumedCapacity consumed(String table, double total) {
        ConsumedCapacity.Builder consumed =
                ConsumedCapacity.builder().tableName(table).capacityUnits(total);
        if (transactional && writes) {
            consumed.writeCapacityUnits(total);
        } else if (transactional) {
            consumed.readCapacityUnits(total);
        }
        if (wanted == ReturnConsumedCapacity.INDEXES) {
            consumed.table(capacity -> capacity.capacityUnits(total));
        }
        return consumed.build();
    }

    private void add(Table table, double added) {
        if (wanted != null) {
            units.merge(table.name(), added * factor, Double::sum);
        }
    }

    private static double unitsOf(long size, int unit) {
        return Math.max(1, (size + unit - 1) / unit);
    }
}

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
 * may be stale, double in transactions; and what it makes the indexes of a table consume.
 */
final class Capacity {
    private static final int WRITE_UNIT = 1_024;
    private static final int READ_UNIT = 4_096;

    private final @Nullable ReturnConsumedCapacity wanted;
    private final Map<String, TableUnits> tables = new LinkedHashMap<>();
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
        if (!isWanted()) {
            return this;
        }
        writes = true;
        units(table).table += factor * writeUnits(before, after);
        for (SecondaryIndex index : table.indexes().all()) {
            double added = factor * indexUnits(index, before, after);
            if (added > 0) {
                units(table).add(index, added);
            }
        }
        return this;
    }

    Capacity read(Table table, long size, boolean consistent) {
        if (isWanted()) {
            units(table).table += factor * readUnits(readUnits(size), consistent);
        }
        return this;
    }

    /** A page of a Query or Scan: what it came by in the table or index, and what it fetched from the table beside. */
    Capacity search(View view, Selection.Page page, boolean consistent) {
        if (view.index() == null) {
            return read(view.table(), page.bytes(), consistent);
        }
        if (isWanted()) {
            TableUnits units = units(view.table());
            units.add(view.index(), readUnits(readUnits(page.bytes()), consistent));
            units.table += readUnits(page.fetchedUnits(), consistent);
        }
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
        tables.forEach((table, units) ->
                all.add(units.consumed(table, wanted == ReturnConsumedCapacity.INDEXES, transactional, writes)));
        return all;
    }

    /** What a consistent read of so many bytes takes. */
    static long readUnits(long size) {
        return unitsOf(size, READ_UNIT);
    }

    private double readUnits(long whole, boolean consistent) {
        return consistent || transactional ? whole : whole / 2.0;
    }

    private boolean isWanted() {
        return wanted == ReturnConsumedCapacity.TOTAL || wanted == ReturnConsumedCapacity.INDEXES;
    }

    private TableUnits units(Table table) {
        return tables.computeIfAbsent(table.name(), name -> new TableUnits());
    }

    private static long writeUnits(@Nullable Item before, @Nullable Item after) {
        return unitsOf(Math.max(before == null ? 0 : before.size(), after == null ? 0 : after.size()), WRITE_UNIT);
    }

    /** Nothing where the index holds the same as before, and two writes where the item moves within it. */
    private static long indexUnits(SecondaryIndex index, @Nullable Item before, @Nullable Item after) {
        Item old = before == null || !index.holds(before) ? null : index.projected(before);
        Item fresh = after == null || !index.holds(after) ? null : index.projected(after);
        if (old == null && fresh == null) {
            return 0;
        }
        if (old == null || fresh == null) {
            return writeUnits(old, fresh);
        }
        if (!index.schema().keyOf(old.attributes()).equals(index.schema().keyOf(fresh.attributes()))) {
            return writeUnits(old, null) + writeUnits(null, fresh);
        }
        return old.attributes().equals(fresh.attributes()) ? 0 : writeUnits(old, fresh);
    }

    private static long unitsOf(long size, int unit) {
        return Math.max(1, (size + unit - 1) / unit);
    }
}

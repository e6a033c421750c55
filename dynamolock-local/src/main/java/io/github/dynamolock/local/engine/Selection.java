package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.expression.CompiledCondition;
import io.github.dynamolock.local.expression.CompiledProjection;
import io.github.dynamolock.local.value.Errors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * What Query and Scan take from the items they come by.
 *
 * @param filter which items are answered, or null for all
 * @param values the values of the filter
 * @param projection which parts of them, or null for all
 * @param countOnly whether they are only counted
 * @param limit how many items are looked at, at most
 */
record Selection(
        @Nullable CompiledCondition filter,
        Map<String, AttributeValue> values,
        @Nullable CompiledProjection projection,
        boolean countOnly,
        int limit) {
    private static final long MAX_BYTES = 1024 * 1024;

    /**
     * One page of a Query or Scan.
     *
     * @param items the items answered, or null when they are only counted
     * @param count how many they are
     * @param scanned how many were looked at
     * @param bytes what those weigh
     * @param last the key to go on from, or null at the end
     */
    record Page(
            @Nullable List<Map<String, AttributeValue>> items,
            int count,
            int scanned,
            long bytes,
            @Nullable Map<String, AttributeValue> last) {}

    /** Takes a page from items in order. The page ends after the limit, or after the item that fills 1 MB. */
    Page page(Iterable<Map.Entry<ItemKey, Item>> entries, KeySchema schema) {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        int count = 0;
        int scanned = 0;
        long bytes = 0;
        for (Map.Entry<ItemKey, Item> entry : entries) {
            Item item = entry.getValue();
            scanned++;
            bytes += item.size();
            if (filter == null || filter.test(item.attributes(), values)) {
                count++;
                if (!countOnly) {
                    items.add(ItemReader.projected(item, projection));
                }
            }
            if (scanned == limit || bytes >= MAX_BYTES) {
                return new Page(countOnly ? null : items, count, scanned, bytes, schema.keyOf(item.attributes()));
            }
        }
        return new Page(countOnly ? null : items, count, scanned, bytes, null);
    }

    /** Checks Select by itself; there are no indexes to project from. */
    static void check(@Nullable Select select, @Nullable String text) {
        Rules.known("select", select, text, "SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES");
        if (select == Select.ALL_PROJECTED_ATTRIBUTES) {
            throw Errors.validation("One or more parameter values were invalid: "
                    + "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
        }
    }

    /** Checks Select against the projection. */
    static void check(@Nullable Select select, @Nullable CompiledProjection projection) {
        if (select == Select.SPECIFIC_ATTRIBUTES && projection == null) {
            throw Errors.validation("One or more parameter values were invalid: Must specify the AttributesToGet or "
                    + "ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES");
        }
        if (projection != null && select != null && select != Select.SPECIFIC_ATTRIBUTES) {
            throw Errors.validation(
                    "One or more parameter values were invalid: Cannot specify the ProjectionExpression "
                            + "when choosing to get "
                            + (select == Select.COUNT ? "only the Count" : select.toString()));
        }
    }

    static void checkIndex(@Nullable String index) {
        if (index != null) {
            throw Errors.validation("The table does not have the specified index: " + index);
        }
    }
}

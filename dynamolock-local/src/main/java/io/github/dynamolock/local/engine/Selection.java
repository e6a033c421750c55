package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.expression.CompiledCondition;
import io.github.dynamolock.local.expression.CompiledProjection;
import io.github.dynamolock.local.value.Errors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * What Query and Scan take from the items they come by.
 *
 * @param filter which items are answered, or null for all
 * @param values the values of the filter
 * @param projection which parts of them, or null for all
 * @param select what was asked for beside the projection, or null
 * @param limit how many items are looked at, at most, or null
 */
record Selection(
        @Nullable CompiledCondition filter,
        Map<String, AttributeValue> values,
        @Nullable CompiledProjection projection,
        @Nullable Select select,
        @Nullable Integer limit) {
    private static final long MAX_BYTES = 1024 * 1024;

    /**
     * One page of a Query or Scan.
     *
     * @param items the items answered, or null when they are only counted
     * @param count how many they are
     * @param scanned how many were looked at
     * @param bytes what those weigh where they were looked at, in the table or index
     * @param fetchedUnits what it takes to read them from the table, where the index did not have all that was asked for
     * @param last the key to go on from, or null at the end
     */
    record Page(
            @Nullable List<Map<String, AttributeValue>> items,
            int count,
            int scanned,
            long bytes,
            long fetchedUnits,
            @Nullable Map<String, AttributeValue> last) {}

    /** Takes a page from items in order. The page ends after the limit, or after the item that fills 1 MB. */
    Page page(Iterable<Item> found, View view) {
        SecondaryIndex index = view.index();
        boolean fetches = index != null && fetches(index);
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        int count = 0;
        int scanned = 0;
        long bytes = 0;
        long fetchedUnits = 0;
        Map<String, AttributeValue> last = null;
        for (Item whole : found) {
            Item held = index == null ? whole : index.projected(whole);
            Item seen = fetches ? whole : held;
            scanned++;
            bytes += held.size();
            fetchedUnits += fetches ? Capacity.readUnits(whole.size()) : 0;
            if (filter == null || filter.test(seen.attributes(), values)) {
                count++;
                if (select != Select.COUNT) {
                    items.add(ItemReader.projected(seen, projection));
                }
            }
            if ((limit != null && scanned == limit) || bytes >= MAX_BYTES) {
                last = view.keyOf(whole);
                break;
            }
        }
        return new Page(select == Select.COUNT ? null : items, count, scanned, bytes, fetchedUnits, last);
    }

    /** Whether to fetch items from the table: a local index does for what it does not hold, a global one refuses. */
    private boolean fetches(SecondaryIndex index) {
        if (index.projectsAll()) {
            return false;
        }
        Set<String> missing = missing(
                index, projection == null ? Set.of() : projection.usage().attributes());
        if (!index.isGlobal()) {
            return select == Select.ALL_ATTRIBUTES
                    || !missing.isEmpty()
                    || !missing(
                                    index,
                                    filter == null ? Set.of() : filter.usage().attributes())
                            .isEmpty();
        }
        if (select == Select.ALL_ATTRIBUTES) {
            throw Errors.validation("One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not "
                    + "supported for global secondary index " + index.name()
                    + " because its projection type is not ALL");
        }
        if (!missing.isEmpty()) {
            throw Errors.validation("One or more parameter values were invalid: Global secondary index " + index.name()
                    + " does not project " + missing);
        }
        return false;
    }

    private static Set<String> missing(SecondaryIndex index, Set<String> attributes) {
        Set<String> missing = new TreeSet<>(attributes);
        missing.removeIf(index::projects);
        return missing;
    }

    /** Checks Select by itself, and whether there is an index to take it from. */
    static void check(@Nullable Select select, @Nullable String text, @Nullable String index) {
        Rules.known("select", select, text, "SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES");
        if (select == Select.ALL_PROJECTED_ATTRIBUTES && index == null) {
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
}

package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.value.Attributes;
import io.github.dynamolock.local.value.Errors;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;

/**
 * A global or local secondary index: those items of a table that have its key attributes, by these.
 *
 * <p>It follows each write under the item's lock, so it is never behind. It holds whole items, and tells what it would
 * hold of each. Whoever goes through it while an item moves within it may come by the item twice, but does not miss it.
 */
final class SecondaryIndex {
    private static final String INVALID = "One or more parameter values were invalid: ";

    private final String name;
    private final boolean global;
    private final KeySchema schema;
    private final @Nullable Set<String> projected;
    private final ConcurrentSkipListMap<ItemKey, Item> items = new ConcurrentSkipListMap<>();

    SecondaryIndex(String name, boolean global, KeySchema schema, KeySchema ofTable, Projection projection) {
        this.name = name;
        this.global = global;
        this.schema = schema;
        if (projection.projectionType() == ProjectionType.ALL) {
            this.projected = null;
        } else {
            Set<String> names = new HashSet<>(projection.nonKeyAttributes());
            names.addAll(schema.names());
            names.addAll(ofTable.names());
            this.projected = names;
        }
    }

    String name() {
        return name;
    }

    boolean isGlobal() {
        return global;
    }

    KeySchema schema() {
        return schema;
    }

    /** The whole items by their key in this index. */
    ConcurrentSkipListMap<ItemKey, Item> items() {
        return items;
    }

    boolean projects(String attribute) {
        return projected == null || projected.contains(attribute);
    }

    boolean projectsAll() {
        return projected == null;
    }

    /** What the index holds of an item. */
    Item projected(Item whole) {
        if (projected == null) {
            return whole;
        }
        Map<String, AttributeValue> attributes = new LinkedHashMap<>();
        whole.attributes().forEach((attribute, value) -> {
            if (projected.contains(attribute)) {
                attributes.put(attribute, value);
            }
        });
        return new Item(attributes, Attributes.size(attributes));
    }

    /** Follows a write; under the item's lock. */
    void follow(ItemKey primary, @Nullable Item before, @Nullable Item after) {
        ItemKey old = before == null ? null : keyOf(primary, before);
        ItemKey fresh = after == null ? null : keyOf(primary, after);
        if (after != null && fresh != null) {
            items.put(fresh, after);
        }
        if (old != null && !old.equals(fresh)) {
            items.remove(old);
        }
    }

    /** Whether an item is in the index: whether it has values that fit for all key attributes. */
    boolean holds(Item item) {
        return schema.find(item.attributes()) != null;
    }

    /** The key of an item in this index, or null when the item is not in it. */
    @Nullable
    ItemKey keyOf(ItemKey primary, Item item) {
        ItemKey key = schema.find(item.attributes());
        return key == null ? null : key.inIndex(primary);
    }

    /** Refuses an item whose value for a key attribute, of those written, the index cannot take. It may have none. */
    void check(Map<String, AttributeValue> item, Predicate<String> written) {
        if (written.test(schema.partition().name())) {
            check(item, schema.partition(), true);
        }
        if (schema.sort() != null && written.test(schema.sort().name())) {
            check(item, schema.sort(), false);
        }
    }

    private void check(Map<String, AttributeValue> item, KeySchema.KeyAttribute attribute, boolean isPartition) {
        AttributeValue value = item.get(attribute.name());
        if (value == null) {
            return;
        }
        if (!Attributes.type(value).equals(attribute.type())) {
            throw Errors.validation(INVALID + "Type mismatch for Index Key " + attribute.name() + " Expected: "
                    + attribute.type() + " Actual: " + Attributes.type(value) + " IndexName: " + name);
        }
        KeyPart part = KeyPart.of(value);
        if (part.length() == 0) {
            throw Errors.validation("One or more parameter values are not valid. A value specified for a secondary "
                    + "index key is not supported. The AttributeValue for a key attribute cannot contain an empty "
                    + (attribute.type().equals("B") ? "binary" : "string") + " value. IndexName: " + name
                    + ", IndexKey: " + attribute.name());
        }
        KeySchema.checkLength(part, isPartition);
    }
}

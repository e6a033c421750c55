package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.value.Errors;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What Query and Scan go through: a table, or one of its indexes.
 *
 * @param table the table
 * @param index the index, or null for the table itself
 * @param earlier whether the table is seen as it was before the latest write of each item; indexes never are
 */
record View(Table table, @Nullable SecondaryIndex index, boolean earlier) {

    /** The view that a request names. */
    static View of(Table table, @Nullable String indexName, @Nullable Boolean consistent, Freshness freshness) {
        if (indexName == null) {
            return new View(table, null, freshness.isEarlier(consistent));
        }
        SecondaryIndex index = table.indexes().named(indexName);
        if (index == null) {
            throw Errors.validation("The table does not have the specified index: " + indexName);
        }
        if (index.isGlobal() && Boolean.TRUE.equals(consistent)) {
            throw Errors.validation("Consistent reads are not supported on global secondary indexes");
        }
        return new View(table, index, false);
    }

    KeySchema schema() {
        return index == null ? table.schema() : index.schema();
    }

    NavigableMap<ItemKey, Item> items() {
        if (index != null) {
            return index.items();
        }
        return earlier ? table.earlierItems() : table.items();
    }

    /** Where to go on after an item: its key attributes, those of the table and those of the index. */
    Map<String, AttributeValue> keyOf(Item item) {
        Map<String, AttributeValue> key = new LinkedHashMap<>(table.schema().keyOf(item.attributes()));
        if (index != null) {
            key.putAll(index.schema().keyOf(item.attributes()));
        }
        return key;
    }

    /** The key that a request goes on after; a validation error when it is none of this view. */
    ItemKey start(Map<String, AttributeValue> given) {
        if (index == null) {
            return table.schema().ofKey(given);
        }
        Map<String, AttributeValue> ofTable = table.schema().keyOf(given);
        Map<String, AttributeValue> ofIndex = index.schema().keyOf(given);
        Map<String, AttributeValue> all = new LinkedHashMap<>(ofTable);
        all.putAll(ofIndex);
        if (all.size() < given.size()) {
            throw KeySchema.mismatch();
        }
        return index.schema().ofKey(ofIndex).inIndex(table.schema().ofKey(ofTable));
    }
}

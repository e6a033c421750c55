package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.expression.CompiledExpression;
import io.github.dynamolock.local.value.Attributes;
import io.github.dynamolock.local.value.Errors;
import io.github.dynamolock.local.value.Input;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The key attributes of a table, and the rules for their values.
 *
 * @param partition the partition key
 * @param sort the sort key, or null
 */
record KeySchema(KeyAttribute partition, @Nullable KeyAttribute sort) {
    private static final int MAX_PARTITION_BYTES = 2_048;
    private static final int MAX_SORT_BYTES = 1_024;
    private static final String MISMATCH = "The provided key element does not match the schema";

    /**
     * A key attribute.
     *
     * @param name its name
     * @param type S, N or B
     */
    record KeyAttribute(String name, String type) {}

    /** Whether an attribute is part of the key. */
    boolean contains(String attribute) {
        return attribute.equals(partition.name()) || (sort != null && attribute.equals(sort.name()));
    }

    /** The names of the key attributes. */
    List<String> names() {
        return sort == null ? List.of(partition.name()) : List.of(partition.name(), sort.name());
    }

    /** The key of an item in an index with this schema; null for an item that lacks a fitting value. */
    @Nullable
    ItemKey find(Map<String, AttributeValue> item) {
        KeyPart partitionValue = find(item, partition, MAX_PARTITION_BYTES);
        KeyPart sortValue = sort == null ? KeyPart.NONE : find(item, sort, MAX_SORT_BYTES);
        return partitionValue == null || sortValue == null ? null : ItemKey.of(partitionValue, sortValue);
    }

    private static @Nullable KeyPart find(Map<String, AttributeValue> item, KeyAttribute attribute, int longest) {
        AttributeValue value = item.get(attribute.name());
        if (value == null || !Attributes.type(value).equals(attribute.type())) {
            return null;
        }
        KeyPart part = KeyPart.of(value);
        return part.length() == 0 || part.length() > longest ? null : part;
    }

    /** Refuses an expression that looks for something inside a key attribute. */
    void requireScalars(@Nullable CompiledExpression expression) {
        if (expression == null) {
            return;
        }
        for (String container : expression.usage().containers()) {
            if (contains(container)) {
                throw Errors.validation("Key attributes must be scalars; list random access '[]' and map lookup '.' "
                        + "are not allowed: Key: " + container);
            }
        }
    }

    /** Refuses an item without a key, as BatchWriteItem does: in other words than PutItem. */
    void requireKeyIn(Map<String, AttributeValue> item) {
        for (KeyAttribute attribute : sort == null ? List.of(partition) : List.of(partition, sort)) {
            AttributeValue value = item.get(attribute.name());
            if (value == null || !Attributes.type(value).equals(attribute.type())) {
                throw Errors.validation(MISMATCH);
            }
        }
    }

    /** The key of a whole item, as PutItem gives it. */
    ItemKey ofItem(Map<String, AttributeValue> item) {
        KeyPart partitionValue = part(partition, ofItem(item, partition), true);
        KeyPart sortValue = sort == null ? KeyPart.NONE : part(sort, ofItem(item, sort), false);
        return ItemKey.of(partitionValue, sortValue);
    }

    /** The key that a caller gives by itself: exactly the key attributes. */
    ItemKey ofKey(Map<String, AttributeValue> key) {
        if (key.size() != (sort == null ? 1 : 2)) {
            throw mismatch();
        }
        KeyPart partitionValue = part(partition, ofKey(key, partition), true);
        KeyPart sortValue = sort == null ? KeyPart.NONE : part(sort, ofKey(key, sort), false);
        return ItemKey.of(partitionValue, sortValue);
    }

    /** The key attributes of an item. */
    Map<String, AttributeValue> keyOf(Map<String, AttributeValue> item) {
        Map<String, AttributeValue> key = new LinkedHashMap<>();
        item.forEach((name, value) -> {
            if (contains(name)) {
                key.put(name, value);
            }
        });
        return key;
    }

    private static AttributeValue ofItem(Map<String, AttributeValue> item, KeyAttribute attribute) {
        AttributeValue value = item.get(attribute.name());
        if (value == null) {
            throw Errors.validation(
                    "One or more parameter values were invalid: Missing the key " + attribute.name() + " in the item");
        }
        if (!Attributes.type(value).equals(attribute.type())) {
            throw Errors.validation("One or more parameter values were invalid: Type mismatch for key "
                    + attribute.name() + " expected: " + attribute.type() + " actual: " + Attributes.type(value));
        }
        return value;
    }

    private static AttributeValue ofKey(Map<String, AttributeValue> key, KeyAttribute attribute) {
        AttributeValue value = key.get(attribute.name());
        if (value == null) {
            throw mismatch();
        }
        AttributeValue canonical = Input.canonical(value);
        if (!Attributes.type(canonical).equals(attribute.type())) {
            throw mismatch();
        }
        return canonical;
    }

    private static KeyPart part(KeyAttribute attribute, AttributeValue value, boolean isPartition) {
        KeyPart part = KeyPart.of(value);
        if (part.length() == 0) {
            throw Errors.validation(
                    "One or more parameter values are not valid. The AttributeValue for a key attribute "
                            + "cannot contain an empty " + (attribute.type().equals("B") ? "binary" : "string")
                            + " value. Key: " + attribute.name());
        }
        checkLength(part, isPartition);
        return part;
    }

    /** The error for a key that does not have the attributes of the schema. */
    static RuntimeException mismatch() {
        return Errors.validation(MISMATCH);
    }

    /** Refuses the value of a partition or sort key that is too long for one. */
    static void checkLength(KeyPart part, boolean isPartition) {
        if (isPartition && part.length() > MAX_PARTITION_BYTES) {
            throw Errors.validation("One or more parameter values were invalid: "
                    + "Size of hashkey has exceeded the maximum size limit of2048 bytes");
        }
        if (!isPartition && part.length() > MAX_SORT_BYTES) {
            throw Errors.validation("One or more parameter values were invalid: "
                    + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes");
        }
    }
}

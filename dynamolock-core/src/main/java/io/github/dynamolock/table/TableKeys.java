package io.github.dynamolock.table;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * The names of a table and of its keys, and the one value of the sort key. Internal.
 *
 * @param table the table's name or ARN
 * @param partitionKey the partition key's name
 * @param partitionType its type
 * @param sortKey the sort key's name, or null when the table has none
 * @param sortValue the value in every lock row, present exactly when there is a sort key
 */
public record TableKeys(
        String table,
        String partitionKey,
        ScalarAttributeType partitionType,
        @Nullable String sortKey,
        @Nullable AttributeValue sortValue) {

    /** DynamoDB's limit for a partition key's value, in bytes. */
    public static final int MAX_PARTITION_KEY_BYTES = 2048;

    /** DynamoDB's limit for a sort key's value, in bytes. */
    public static final int MAX_SORT_KEY_BYTES = 1024;

    private static final int MAX_NAME_BYTES = 255;

    /** Checks names and the sort key's value against DynamoDB's limits. */
    public TableKeys {
        requireName("table name", table, 1024);
        requireName("partition key name", partitionKey, MAX_NAME_BYTES);
        if (sortKey != null) {
            requireName("sort key name", sortKey, MAX_NAME_BYTES);
            if (sortKey.equals(partitionKey)) {
                throw new IllegalArgumentException(
                        "partition key and sort key are both named '" + Escapes.escape(sortKey) + "'");
            }
            if (sortValue == null) {
                throw new IllegalArgumentException("sort key '" + Escapes.escape(sortKey) + "' needs a value");
            }
            KeyValues.require("sort key value", sortValue, MAX_SORT_KEY_BYTES);
        }
    }

    private static void requireName(String what, String name, int maxBytes) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (name.isBlank() || bytes > maxBytes) {
            throw new IllegalArgumentException(what + " must have 1 to " + maxBytes
                    + " bytes and not be blank, but was '" + Escapes.escape(name) + "'");
        }
    }

    /** The full primary key of the lock row of this key. */
    public Map<String, AttributeValue> primaryKey(AttributeValue key) {
        return sortKey == null || sortValue == null
                ? Map.of(partitionKey, key)
                : Map.of(partitionKey, key, sortKey, sortValue);
    }
}

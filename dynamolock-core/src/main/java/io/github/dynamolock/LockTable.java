package io.github.dynamolock;

import io.github.dynamolock.table.TableKeys;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Where the lock rows are: a table's name and the names of its keys. Immutable.
 *
 * <p>By default the table has one key, {@code key}, of type S. With a sort key every lock row carries one fixed value in
 * it, {@code ##LOCK##} unless given, so that locks can live inside an application's own table. All clients that are to
 * exclude each other must use the same names and the same value.
 */
public final class LockTable {

    /** The sort key's value when none is given. */
    public static final String DEFAULT_SORT_KEY_VALUE = "##LOCK##";

    private final TableKeys keys;

    private LockTable(TableKeys keys) {
        this.keys = keys;
    }

    /** A table whose only key is {@code key}, of type S. */
    public static LockTable named(String tableName) {
        return new LockTable(new TableKeys(tableName, "key", ScalarAttributeType.S, null, null));
    }

    /** With another partition key of type S. */
    public LockTable partitionKey(String name) {
        return partitionKey(name, ScalarAttributeType.S);
    }

    /** With another partition key, of type S, N or B: the type that the keys of all requests must have. */
    public LockTable partitionKey(String name, ScalarAttributeType type) {
        return new LockTable(new TableKeys(keys.table(), name, type, keys.sortKey(), keys.sortValue()));
    }

    /** With a sort key of type S that is {@value #DEFAULT_SORT_KEY_VALUE} in every lock row. */
    public LockTable sortKey(String name) {
        return sortKey(name, DEFAULT_SORT_KEY_VALUE);
    }

    /** With a sort key of type S that has this value in every lock row. */
    public LockTable sortKey(String name, String value) {
        return sortKey(name, AttributeValue.fromS(value));
    }

    /** With a sort key that has this value, of type S, N or B, in every lock row. */
    public LockTable sortKey(String name, AttributeValue value) {
        return new LockTable(new TableKeys(keys.table(), keys.partitionKey(), keys.partitionType(), name, value));
    }

    /** The table's name. */
    public String name() {
        return keys.table();
    }

    Set<String> keyNames() {
        String sortKey = keys.sortKey();
        return sortKey == null ? Set.of(keys.partitionKey()) : Set.of(keys.partitionKey(), sortKey);
    }

    TableKeys keys() {
        return keys;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LockTable table && table.keys.equals(keys);
    }

    @Override
    public int hashCode() {
        return keys.hashCode();
    }

    @Override
    public String toString() {
        return keys.toString();
    }
}

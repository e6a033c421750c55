package io.github.dynamolock.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class TableKeysTests {

    private static TableKeys keys(
            String table, String partitionKey, @Nullable String sortKey, @Nullable AttributeValue sortValue) {
        return new TableKeys(table, partitionKey, ScalarAttributeType.S, sortKey, sortValue);
    }

    private static void assertRefused(
            String table,
            String partitionKey,
            @Nullable String sortKey,
            @Nullable AttributeValue sortValue,
            String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> keys(table, partitionKey, sortKey, sortValue))
                .withMessageContaining(message);
    }

    @Test
    void aTableWithoutSortKeyIsKeyedByThePartitionKeyAlone() {
        AttributeValue key = AttributeValue.fromS("a");
        assertThat(keys("locks", "key", null, null).primaryKey(key)).isEqualTo(Map.of("key", key));
    }

    @Test
    void everyRowCarriesTheSortKeysOneValue() {
        AttributeValue key = AttributeValue.fromS("a");
        AttributeValue sort = AttributeValue.fromN("0");
        assertThat(keys("orders", "pk", "sk", sort).primaryKey(key)).isEqualTo(Map.of("pk", key, "sk", sort));
    }

    @Test
    void namesMustBeThereAndNotTooLong() {
        assertRefused("", "key", null, null, "table name must have 1 to 1024 bytes");
        assertRefused(" ", "key", null, null, "table name");
        assertRefused("t".repeat(1025), "key", null, null, "table name");
        assertRefused("locks", "", null, null, "partition key name must have 1 to 255 bytes");
        assertRefused("locks", "\u20ac".repeat(86), null, null, "partition key name");
        assertRefused("locks", "key", " ", AttributeValue.fromS("a"), "sort key name");
        assertThat(keys("locks", "\u20ac".repeat(85), null, null).partitionKey())
                .hasSize(85);
    }

    @Test
    void theTwoKeysMustDiffer() {
        assertRefused("locks", "key", "key", AttributeValue.fromS("a"), "both named 'key'");
        assertThat(keys("locks", "key", "Key", AttributeValue.fromS("a")).sortKey())
                .isEqualTo("Key");
    }

    @Test
    void aSortKeyNeedsAValueWithinItsLimit() {
        assertRefused("locks", "key", "sk", null, "sort key 'sk' needs a value");
        assertRefused("locks", "key", "sk", AttributeValue.fromS(""), "sort key value must not be empty");
        assertRefused("locks", "key", "sk", AttributeValue.fromS("a".repeat(1025)), "1 to 1024 bytes");
        assertRefused("locks", "key", "sk", AttributeValue.fromBool(true), "sort key value must be of type S, N or B");
        keys("locks", "key", "sk", AttributeValue.fromS("a".repeat(1024)));
    }
}

package io.github.dynamolock.test;

import io.github.dynamolock.local.Fault;
import io.github.dynamolock.local.LocalDynamoDb;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The lock rows of a local table, under the hands of a test. Only of a local one: what it deletes is nobody else's. */
final class LocalRows {

    /** By one of these a row is told from other items of the table, as its format says. */
    private static final Set<String> VERSIONS = Set.of("recordVersionNumber", "lockId");

    private final LocalDynamoDb dynamoDb;
    private final DynamoDbClient client;
    private final String table;

    LocalRows(LocalDynamoDb dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.client = dynamoDb.client();
        this.table = table;
    }

    /** A lock row as it was read. */
    record Row(AttributeValue key, Map<String, AttributeValue> primaryKey, String versionName, AttributeValue version) {

        boolean isOf(String lockKey) {
            return isKey(key, lockKey);
        }
    }

    List<Row> all() {
        List<KeySchemaElement> schema = client.describeTable(describe -> describe.tableName(table))
                .table()
                .keySchema();
        return client.scanPaginator(scan -> scan.tableName(table).consistentRead(true)).items().stream()
                .flatMap(item ->
                        VERSIONS.stream().filter(item::containsKey).limit(1).map(version -> row(schema, item, version)))
                .toList();
    }

    private static Row row(List<KeySchemaElement> schema, Map<String, AttributeValue> item, String version) {
        Map<String, AttributeValue> primaryKey = schema.stream()
                .map(KeySchemaElement::attributeName)
                .collect(Collectors.toMap(name -> name, name -> value(item, name)));
        String partitionKey = schema.stream()
                .filter(element -> element.keyType() == KeyType.HASH)
                .map(KeySchemaElement::attributeName)
                .findFirst()
                .orElseThrow();
        return new Row(value(item, partitionKey), primaryKey, version, value(item, version));
    }

    private static AttributeValue value(Map<String, AttributeValue> item, String name) {
        return Objects.requireNonNull(item.get(name));
    }

    void delete(String key) {
        all().stream()
                .filter(row -> row.isOf(key))
                .forEach(row ->
                        client.deleteItem(delete -> delete.tableName(table).key(row.primaryKey())));
    }

    /** Deletes a row that is still as it was read. */
    void deleteUnchanged(Row row) {
        try {
            client.deleteItem(delete -> delete.tableName(table)
                    .key(row.primaryKey())
                    .conditionExpression("#version = :version")
                    .expressionAttributeNames(Map.of("#version", row.versionName()))
                    .expressionAttributeValues(Map.of(":version", row.version())));
        } catch (ConditionalCheckFailedException changed) {
            // Somebody uses it.
        }
    }

    /** No write to this row arrives until the fault is removed. */
    Fault cutOff(String key) {
        return dynamoDb.faults()
                .on("UpdateItem")
                .table(table)
                .when(request -> request instanceof UpdateItemRequest update
                        && update.key().values().stream().anyMatch(value -> isKey(value, key)))
                .loseRequest();
    }

    private static boolean isKey(AttributeValue value, String key) {
        return key.equals(value.s()) || key.equals(value.n());
    }
}

package io.github.dynamolock.local;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A database with a file, and short ways to use it. */
abstract class FileContract {
    static final String TABLE = "things";

    @TempDir
    Path directory;

    Path file() {
        return directory.resolve("dynamo.data");
    }

    LocalDynamoDb open() {
        return LocalDynamoDb.builder().file(file()).build();
    }

    static void createTable(DynamoDbClient client) {
        client.createTable(t -> t.tableName(TABLE)
                .billingMode("PAY_PER_REQUEST")
                .keySchema(Schemas.element("pk", "HASH"))
                .attributeDefinitions(Schemas.attribute("pk", "S"), Schemas.attribute("owner", "S"))
                .globalSecondaryIndexes(Schemas.index("by-owner", "owner")));
    }

    static Map<String, AttributeValue> item(String key, String value) {
        return Map.of("pk", AttributeValue.fromS(key), "owner", AttributeValue.fromS(value));
    }

    static void put(DynamoDbClient client, String key, String value) {
        client.putItem(p -> p.tableName(TABLE).item(item(key, value)));
    }

    static Map<String, AttributeValue> get(DynamoDbClient client, String key) {
        return client.getItem(g -> g.tableName(TABLE).key(Map.of("pk", AttributeValue.fromS(key))))
                .item();
    }
}

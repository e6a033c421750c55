package io.github.dynamolock.local;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Capacity;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** A table with three global indexes and a local one, and short ways to use them. */
abstract class IndexedContract extends FrontContract {
    static final String GAMES = "games";

    static GlobalSecondaryIndex global(String name, String partition, String sort, String type, String... more) {
        return GlobalSecondaryIndex.builder()
                .indexName(name)
                .keySchema(
                        sort.isEmpty()
                                ? List.of(Schemas.element(partition, "HASH"))
                                : List.of(Schemas.element(partition, "HASH"), Schemas.element(sort, "RANGE")))
                .projection(p -> p.projectionType(type).nonKeyAttributes(more.length == 0 ? null : List.of(more)))
                .build();
    }

    @BeforeEach
    void createIndexedTable() {
        client.createTable(t -> t.tableName(GAMES)
                .billingMode("PAY_PER_REQUEST")
                .keySchema(Schemas.element("user", "HASH"), Schemas.element("game", "RANGE"))
                .attributeDefinitions(
                        Schemas.attribute("user", "S"),
                        Schemas.attribute("game", "S"),
                        Schemas.attribute("score", "N"),
                        Schemas.attribute("day", "S"))
                .globalSecondaryIndexes(
                        global("by-game", "game", "score", "ALL"),
                        global("by-day", "day", "", "KEYS_ONLY"),
                        global("by-score", "score", "", "INCLUDE", "level"))
                .localSecondaryIndexes(LocalSecondaryIndex.builder()
                        .indexName("own-scores")
                        .keySchema(Schemas.element("user", "HASH"), Schemas.element("score", "RANGE"))
                        .projection(p -> p.projectionType("KEYS_ONLY"))
                        .build()));
        dynamo.calls().reset();
    }

    static Map<String, AttributeValue> game(String user, String game) {
        return Map.of("user", s(user), "game", s(game));
    }

    ConsumedCapacity play(String user, String game, Map<String, AttributeValue> more) {
        return client.putItem(p -> p.tableName(GAMES)
                        .item(with(game(user, game), more))
                        .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
                .consumedCapacity();
    }

    QueryRequest.Builder query(String index, String condition, Map<String, AttributeValue> values) {
        return QueryRequest.builder()
                .tableName(GAMES)
                .indexName(index)
                .keyConditionExpression(condition)
                .expressionAttributeValues(values);
    }

    List<String> users(QueryRequest.Builder query) {
        return client.query(query.build()).items().stream()
                .map(item -> the(item, "user").s())
                .toList();
    }

    static Capacity units(Map<String, Capacity> units, String index) {
        return Objects.requireNonNull(units.get(index));
    }
}

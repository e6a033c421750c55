package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Developer guide, "Using time to live (TTL) in DynamoDB" (TTL.html, howitworks-ttl.html). */
class ExpiryTests {
    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    private final SettableClock clock = new SettableClock(START);
    private final LocalDynamoDb dynamo = LocalDynamoDb.builder().clock(clock).build();
    private final DynamoDbClient client = dynamo.client();

    @BeforeEach
    void createTable() {
        client.createTable(t -> t.tableName("things")
                .billingMode("PAY_PER_REQUEST")
                .keySchema(Schemas.element("pk", "HASH"))
                .attributeDefinitions(Schemas.attribute("pk", "S"), Schemas.attribute("owner", "S"))
                .globalSecondaryIndexes(Schemas.index("by-owner", "owner")));
    }

    @AfterEach
    void close() {
        dynamo.close();
    }

    private void turnOn() {
        client.updateTimeToLive(u -> u.tableName("things")
                .timeToLiveSpecification(t -> t.attributeName("ttl").enabled(true)));
    }

    private static AttributeValue in(Duration time) {
        return AttributeValue.fromN(Long.toString(START.plus(time).getEpochSecond()));
    }

    private void put(String key, AttributeValue expiry) {
        client.putItem(p -> p.tableName("things")
                .item(Map.of("pk", AttributeValue.fromS(key), "owner", AttributeValue.fromS("x"), "ttl", expiry)));
    }

    private List<String> keys() {
        return client.scan(s -> s.tableName("things")).items().stream()
                .map(item -> String.valueOf(item.get("pk")).replaceAll(".*S=(\\w+).*", "$1"))
                .sorted()
                .toList();
    }

    private boolean exists(String key) {
        return client.getItem(g -> g.tableName("things").key(Map.of("pk", AttributeValue.fromS(key))))
                .hasItem();
    }

    @Test
    void anItemIsGoneOnceTheClockHasPassedItsTime() {
        turnOn();
        put("soon", in(Duration.ofSeconds(10)));
        put("later", in(Duration.ofSeconds(100)));
        clock.advance(Duration.ofSeconds(10));
        assertThat(keys()).containsExactly("later", "soon");
        clock.advance(Duration.ofSeconds(1));
        assertThat(exists("soon")).isFalse();
        assertThat(keys()).containsExactly("later");
        assertThat(client.scan(s -> s.tableName("things").indexName("by-owner")).count())
                .isEqualTo(1);
        assertThat(client.describeTable(d -> d.tableName("things")).table().itemCount())
                .isEqualTo(1);
    }

    @Test
    void whatAWriteMovesExpiresAtItsNewTime() {
        turnOn();
        put("a", in(Duration.ofSeconds(10)));
        put("b", in(Duration.ofSeconds(10)));
        put("a", in(Duration.ofSeconds(20)));
        client.transactWriteItems(t -> t.transactItems(TransactWriteItem.builder()
                .update(u -> u.tableName("things")
                        .key(Map.of("pk", AttributeValue.fromS("b")))
                        .updateExpression("REMOVE #t")
                        .expressionAttributeNames(Map.of("#t", "ttl")))
                .build()));
        clock.advance(Duration.ofSeconds(15));
        assertThat(keys()).containsExactly("a", "b");
        clock.advance(Duration.ofSeconds(15));
        assertThat(keys()).containsExactly("b");
    }

    @Test
    void aConditionDoesNotSeeAnExpiredItem() {
        turnOn();
        put("a", in(Duration.ofSeconds(10)));
        clock.advance(Duration.ofSeconds(11));
        assertThat(catchThrowable(() -> client.updateItem(u -> u.tableName("things")
                        .key(Map.of("pk", AttributeValue.fromS("a")))
                        .updateExpression("SET v = pk")
                        .conditionExpression("attribute_exists(pk)"))))
                .isInstanceOf(ConditionalCheckFailedException.class);
    }

    @Test
    void onlyNumbersOfTheLastFiveYearsExpire() {
        turnOn();
        put("text", AttributeValue.fromS("1"));
        put("ancient", in(Duration.ofDays(-6 * 365)));
        put("old", in(Duration.ofDays(-4 * 365)));
        put("fraction", AttributeValue.fromN(START.minusSeconds(10).getEpochSecond() + ".5"));
        put("milliseconds", AttributeValue.fromN(Long.toString(START.toEpochMilli())));
        put("huge", AttributeValue.fromN("9e125"));
        assertThat(keys()).containsExactly("ancient", "huge", "milliseconds", "text");
    }

    @Test
    void itemsThatWereThereBeforeExpireToo() {
        put("a", in(Duration.ofSeconds(10)));
        clock.advance(Duration.ofSeconds(11));
        assertThat(exists("a")).isTrue();
        turnOn();
        assertThat(exists("a")).isFalse();
    }

    @Test
    void nothingExpiresOnceTimeToLiveIsOff() {
        turnOn();
        put("a", in(Duration.ofSeconds(10)));
        client.updateTimeToLive(u -> u.tableName("things")
                .timeToLiveSpecification(t -> t.attributeName("ttl").enabled(false)));
        clock.advance(Duration.ofSeconds(11));
        assertThat(exists("a")).isTrue();
    }
}

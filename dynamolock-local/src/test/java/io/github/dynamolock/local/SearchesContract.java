package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.Select;

abstract class SearchesContract extends FrontContract {

    @BeforeEach
    void fill() {
        for (String partition : List.of("a", "b")) {
            for (int sort : new int[] {10, 9, -1, 100, 2}) {
                client.putItem(p -> p.tableName(SORTED)
                        .item(with(key(partition, sort), Map.of("v", n(sort), "text", s(partition + sort)))));
            }
        }
    }

    private static QueryRequest.Builder query(String condition, Map<String, AttributeValue> values) {
        return QueryRequest.builder()
                .tableName(SORTED)
                .keyConditionExpression(condition)
                .expressionAttributeValues(values);
    }

    private List<Integer> sorts(QueryRequest.Builder query) {
        return client.query(query.build()).items().stream()
                .map(item -> Integer.valueOf(the(item, "sk").n()))
                .toList();
    }

    @Test
    void aQueryAnswersItsPartitionInTheOrderOfTheSortKey() {
        Map<String, AttributeValue> a = Map.of(":a", s("a"));
        assertThat(sorts(query("pk = :a", a))).containsExactly(-1, 2, 9, 10, 100);
        assertThat(sorts(query("pk = :a", a).scanIndexForward(false))).containsExactly(100, 10, 9, 2, -1);
        assertThat(sorts(query("pk = :a", Map.of(":a", s("c"))))).isEmpty();
    }

    @Test
    void aQueryNarrowsTheSortKey() {
        assertThat(sorts(query("pk = :a AND sk = :n", Map.of(":a", s("a"), ":n", n(9)))))
                .containsExactly(9);
        assertThat(sorts(query("pk = :a AND sk < :n", Map.of(":a", s("a"), ":n", n(9)))))
                .containsExactly(-1, 2);
        assertThat(sorts(query("pk = :a AND sk <= :n", Map.of(":a", s("a"), ":n", n(9)))))
                .containsExactly(-1, 2, 9);
        assertThat(sorts(query("sk > :n AND :a = pk", Map.of(":a", s("a"), ":n", n(9)))))
                .containsExactly(10, 100);
        assertThat(sorts(query("(pk = :a) AND (:n <= sk)", Map.of(":a", s("a"), ":n", n(9)))))
                .containsExactly(9, 10, 100);
        assertThat(sorts(query("pk = :a AND sk BETWEEN :m AND :n", Map.of(":a", s("a"), ":m", n(2), ":n", n(10)))))
                .containsExactly(2, 9, 10);
    }

    @Test
    void aQueryFindsPrefixes() {
        client.createTable(t -> t.tableName("texts")
                .billingMode("PAY_PER_REQUEST")
                .keySchema(Schemas.element("pk", "HASH"), Schemas.element("sk", "RANGE"))
                .attributeDefinitions(Schemas.attribute("pk", "S"), Schemas.attribute("sk", "S")));
        for (String sort : List.of("ab", "abc", "abd", "ac", "b", "ab\uffff", "ab🎈")) {
            client.putItem(p -> p.tableName("texts").item(Map.of("pk", s("p"), "sk", s(sort))));
        }
        assertThat(client.query(q -> q.tableName("texts")
                                .keyConditionExpression("pk = :p AND begins_with(sk, :s)")
                                .expressionAttributeValues(Map.of(":p", s("p"), ":s", s("ab"))))
                        .items())
                .extracting(item -> the(item, "sk").s())
                .containsExactly("ab", "abc", "abd", "ab\uffff", "ab🎈");
    }

    @Test
    void aQueryGoesOnWhereItStopped() {
        List<Integer> found = new ArrayList<>();
        for (var page : client.queryPaginator(query("pk = :a", Map.of(":a", s("a")))
                .limit(2)
                .scanIndexForward(false)
                .build())) {
            assertThat(page.count()).isLessThanOrEqualTo(2);
            page.items()
                    .forEach(item -> found.add(Integer.valueOf(the(item, "sk").n())));
        }
        assertThat(found).containsExactly(100, 10, 9, 2, -1);
        assertThat(dynamo.calls().count("Query")).isEqualTo(3);
    }

    @Test
    void aFilterComesAfterTheLimit() {
        var page = client.query(query("pk = :a", Map.of(":a", s("a"), ":nine", n(9)))
                .filterExpression("v = :nine")
                .limit(2)
                .build());
        assertThat(page.items()).isEmpty();
        assertThat(page.count()).isZero();
        assertThat(page.scannedCount()).isEqualTo(2);
        assertThat(page.lastEvaluatedKey()).isEqualTo(key("a", 2));
    }

    @Test
    void selectCountCountsOnly() {
        var page = client.query(query("pk = :a", Map.of(":a", s("a")))
                .select(Select.COUNT)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build());
        assertThat(page.count()).isEqualTo(5);
        assertThat(page.hasItems()).isFalse();
        assertThat(page.consumedCapacity().capacityUnits()).isEqualTo(0.5);
    }

    @Test
    void aProjectionAnswersOnlyItsPaths() {
        var page = client.query(query("pk = :a", Map.of(":a", s("a")))
                .projectionExpression("#t")
                .expressionAttributeNames(Map.of("#t", "text"))
                .limit(1)
                .build());
        assertThat(page.items()).containsExactly(Map.of("text", s("a-1")));
    }

    @Test
    void pagesEndAtOneMegabyte() {
        String text = "x".repeat(300 * 1024);
        for (int i = 0; i < 8; i++) {
            int sort = i;
            client.putItem(p -> p.tableName(SORTED).item(with(key("big", sort), Map.of("text", s(text)))));
        }
        var page = client.query(query("pk = :a", Map.of(":a", s("big"))).build());
        assertThat(page.count()).isEqualTo(4);
        assertThat(page.lastEvaluatedKey()).isEqualTo(key("big", 3));
        assertThat(client.queryPaginator(
                                query("pk = :a", Map.of(":a", s("big"))).build())
                        .items())
                .hasSize(8);
    }

    @Test
    void aScanFindsEverythingOnce() {
        assertThat(client.scan(s -> s.tableName(SORTED)).items()).hasSize(10);
        assertThat(client.scanPaginator(s -> s.tableName(SORTED).limit(3)).items())
                .doesNotHaveDuplicates()
                .hasSize(10);
        assertThat(client.scan(s -> s.tableName(SORTED)
                                .filterExpression("begins_with(#t, :b)")
                                .expressionAttributeNames(Map.of("#t", "text"))
                                .expressionAttributeValues(Map.of(":b", s("b"))))
                        .count())
                .isEqualTo(5);
    }

    @Test
    void segmentsOfAScanShareTheTable() {
        IntStream.range(0, 200).forEach(i -> put("item-" + i, Map.of()));
        Set<Map<String, AttributeValue>> found = new HashSet<>();
        int filled = 0;
        for (int segment = 0; segment < 7; segment++) {
            int mine = segment;
            List<Map<String, AttributeValue>> items =
                    client
                            .scanPaginator(s -> s.tableName(TABLE)
                                    .segment(mine)
                                    .totalSegments(7)
                                    .limit(10))
                            .items()
                            .stream()
                            .toList();
            filled += items.isEmpty() ? 0 : 1;
            for (Map<String, AttributeValue> item : items) {
                assertThat(found.add(item)).isTrue();
            }
        }
        assertThat(found).hasSize(200);
        assertThat(filled).isEqualTo(7);
    }

    @Test
    void badQueriesAreRefused() {
        assertInvalid(
                () -> client.query(query("sk = :a", Map.of(":a", n(1))).build()),
                "Query condition missed key schema element: pk");
        assertInvalid(
                () -> client.query(query("pk > :a", Map.of(":a", s("a"))).build()),
                "Query key condition not supported");
        assertInvalid(
                () -> client.query(query("pk = :a AND v = :b", Map.of(":a", s("a"), ":b", n(1)))
                        .build()),
                "Query condition missed key schema element: sk");
        assertInvalid(
                () -> client.query(query("pk = :a AND pk = :b", Map.of(":a", s("a"), ":b", s("b")))
                        .build()),
                "KeyConditionExpressions must only contain one condition per key");
        assertInvalid(
                () -> client.query(query("pk = :a OR sk = :b", Map.of(":a", s("a"), ":b", n(1)))
                        .build()),
                "Invalid operator used in KeyConditionExpression: OR");
        assertInvalid(
                () -> client.query(query("pk = :a AND sk = :b", Map.of(":a", s("a"), ":b", s("1")))
                        .build()),
                "One or more parameter values were invalid: Condition parameter type does not match schema type");
        assertInvalid(
                () -> client.query(q -> q.tableName(SORTED)),
                "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.");
        assertInvalid(
                () -> client.query(
                        query("pk = :a", Map.of(":a", s("a"))).indexName("by-v").build()),
                "The table does not have the specified index: by-v");
        assertInvalid(
                () -> client.query(query("pk = :a", Map.of(":a", s("a")))
                        .filterExpression("sk = :a")
                        .build()),
                "Filter Expression can only contain non-primary key attributes: Primary key attribute: sk");
        assertInvalid(
                () -> client.query(query("pk = :a", Map.of(":a", s("a")))
                        .exclusiveStartKey(key("b", 1))
                        .build()),
                "The provided starting key is outside query boundaries based on provided conditions");
        assertInvalid(
                () -> client.query(
                        query("pk = :a", Map.of(":a", s("a"))).limit(0).build()),
                "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: "
                        + "Member must have value greater than or equal to 1");
    }
}

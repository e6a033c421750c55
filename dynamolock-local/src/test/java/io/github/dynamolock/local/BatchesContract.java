package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

abstract class BatchesContract extends FrontContract {

    private static WriteRequest putting(Map<String, AttributeValue> item) {
        return WriteRequest.builder().putRequest(p -> p.item(item)).build();
    }

    private static WriteRequest deleting(Map<String, AttributeValue> key) {
        return WriteRequest.builder().deleteRequest(d -> d.key(key)).build();
    }

    private static KeysAndAttributes keys(List<Map<String, AttributeValue>> keys) {
        return KeysAndAttributes.builder().keys(keys).consistentRead(true).build();
    }

    @Test
    void aBatchWritesToSeveralTables() {
        put("old", Map.of());
        var response = client.batchWriteItem(b -> b.returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .requestItems(Map.of(
                        TABLE, List.of(putting(key("a")), deleting(key("old"))),
                        SORTED, List.of(putting(key("a", 1))))));
        assertThat(response.unprocessedItems()).isEmpty();
        assertThat(response.consumedCapacity()).hasSize(2);
        assertThat(get("a")).isNotEmpty();
        assertThat(get("old")).isEmpty();
        assertThat(dynamo.calls().count("BatchWriteItem", SORTED)).isEqualTo(1);
    }

    @Test
    void aBatchReadsFromSeveralTables() {
        put("a", Map.of("v", n(1)));
        client.putItem(p -> p.tableName(SORTED).item(key("b", 2)));
        var response = client.batchGetItem(b -> b.requestItems(
                Map.of(TABLE, keys(List.of(key("a"), key("nobody"))), SORTED, keys(List.of(key("b", 2))))));
        assertThat(response.responses().get(TABLE)).containsExactly(with(key("a"), Map.of("v", n(1))));
        assertThat(response.responses().get(SORTED)).containsExactly(key("b", 2));
        assertThat(response.unprocessedKeys()).isEmpty();
    }

    @Test
    void aBatchThatReadsTooMuchLeavesARest() {
        List<Map<String, AttributeValue>> keys = new ArrayList<>();
        for (int i = 0; i < 45; i++) {
            put("big-" + i, Map.of("text", s("x".repeat(390 * 1024))));
            keys.add(key("big-" + i));
        }
        int found = 0;
        Map<String, KeysAndAttributes> asked =
                Map.of(TABLE, KeysAndAttributes.builder().keys(keys).build());
        int calls = 0;
        while (!asked.isEmpty()) {
            Map<String, KeysAndAttributes> now = asked;
            var response = client.batchGetItem(b -> b.requestItems(now));
            found += response.responses().getOrDefault(TABLE, List.of()).size();
            asked = response.unprocessedKeys();
            calls++;
        }
        assertThat(found).isEqualTo(45);
        assertThat(calls).isEqualTo(2);
    }

    @Test
    void badBatchesAreRefused() {
        assertInvalid(
                () -> client.batchGetItem(b -> b.requestItems(Map.of(TABLE, keys(List.of(key("a"), key("a")))))),
                "Provided list of item keys contains duplicates");
        assertInvalid(
                () -> client.batchWriteItem(b ->
                        b.requestItems(Map.of(TABLE, List.of(putting(key("a")), deleting(key("a")))))),
                "Provided list of item keys contains duplicates");
        List<WriteRequest> many = new ArrayList<>();
        for (int i = 0; i < 26; i++) {
            many.add(putting(key("k" + i)));
        }
        assertThat(error(() -> client.batchWriteItem(b -> b.requestItems(Map.of(TABLE, many))))
                        .awsErrorDetails()
                        .errorMessage())
                .contains("Member must have length less than or equal to 25");
        assertInvalid(
                () -> client.batchWriteItem(b ->
                        b.requestItems(Map.of(TABLE, many.subList(0, 25), SORTED, List.of(putting(key("a", 1)))))),
                "Too many items requested for the BatchWriteItem call");
        assertInvalid(
                () -> client.batchGetItem(b -> b.requestItems(Map.of(
                        TABLE,
                        KeysAndAttributes.builder()
                                .keys(List.of(key("a")))
                                .attributesToGet("v")
                                .build()))),
                "dynamolock-local does not support the parameter AttributesToGet of BatchGetItem; use ProjectionExpression");
        assertThat(get("a")).isEmpty();
    }

    @Test
    void anItemWithoutItsKeyIsRefusedInTheWordsOfBatches() {
        assertInvalid(
                () -> client.batchWriteItem(b ->
                        b.requestItems(Map.of(SORTED, List.of(putting(Map.of("pk", s("a"))))))),
                "The provided key element does not match the schema");
        assertInvalid(
                () -> client.batchWriteItem(b -> b.requestItems(Map.of(TABLE, List.of(putting(Map.of("pk", n(1))))))),
                "The provided key element does not match the schema");
    }
}

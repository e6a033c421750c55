package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;

abstract class StaleReadsContract extends FrontContract {
    private Map<String, AttributeValue> read(String partition, boolean consistent) {
        return client.getItem(g -> g.tableName(TABLE).key(key(partition)).consistentRead(consistent))
                .item();
    }

    private void putSorted(int sort, int value) {
        client.putItem(p -> p.tableName(SORTED).item(with(key("a", sort), Map.of("v", n(value)))));
    }

    private List<String> query(boolean consistent, boolean forward) {
        return client
                .query(q -> q.tableName(SORTED)
                        .consistentRead(consistent)
                        .scanIndexForward(forward)
                        .keyConditionExpression("pk = :a")
                        .expressionAttributeValues(Map.of(":a", s("a"))))
                .items()
                .stream()
                .map(StaleReadsContract::text)
                .toList();
    }

    private List<String> scan(boolean consistent) {
        return client.scan(q -> q.tableName(SORTED).consistentRead(consistent)).items().stream()
                .map(StaleReadsContract::text)
                .toList();
    }

    private static String text(Map<String, AttributeValue> item) {
        return the(item, "sk").n() + "=" + the(item, "v").n();
    }

    @Test
    void aReadAnswersTheVersionBeforeTheLatestWrite() {
        put("a", Map.of("v", n(0)));
        Fault stale = dynamo.faults().on("GetItem").staleReads();
        assertThat(read("a", false)).containsEntry("v", n(0));
        put("a", Map.of("v", n(1)));
        assertThat(read("a", false)).containsEntry("v", n(0));
        put("a", Map.of("v", n(2)));
        assertThat(read("a", false)).containsEntry("v", n(1));
        assertThat(read("a", true)).containsEntry("v", n(2));
        assertThat(stale.hits()).isEqualTo(4);
        stale.remove();
        assertThat(read("a", false)).containsEntry("v", n(2));
    }

    @Test
    void aNewItemIsNotThereYetAndADeletedOneStillIs() {
        dynamo.faults().onAny().staleReads();
        put("a", Map.of());
        assertThat(read("a", false)).isEmpty();
        assertThat(read("a", true)).isNotEmpty();
        client.deleteItem(d -> d.tableName(TABLE).key(key("a")));
        assertThat(read("a", false)).isNotEmpty();
        assertThat(read("a", true)).isEmpty();
    }

    @Test
    void aWriteThatWasRefusedMakesNoVersion() {
        dynamo.faults().onAny().staleReads();
        put("a", Map.of("v", n(1)));
        put("a", Map.of("v", n(2)));
        error(() ->
                client.putItem(p -> p.tableName(TABLE).item(key("a")).conditionExpression("attribute_not_exists(pk)")));
        assertThat(read("a", false)).containsEntry("v", n(1));
    }

    @Test
    void conditionsNeverSeeAnEarlierVersion() {
        dynamo.faults().onAny().staleReads();
        put("a", Map.of("v", n(1)));
        put("a", Map.of("v", n(2)));
        client.updateItem(update("a", "SET v = :three", Map.of(":three", n(3), ":two", n(2))).toBuilder()
                .conditionExpression("v = :two")
                .build());
        assertThat(read("a", true)).containsEntry("v", n(3));
    }

    @Test
    void searchesAnswerEarlierVersionsInOrder() {
        putSorted(1, 10);
        putSorted(3, 30);
        dynamo.faults().on("Query", "Scan").staleReads();
        putSorted(1, 11);
        putSorted(2, 20);
        client.deleteItem(d -> d.tableName(SORTED).key(key("a", 3)));
        assertThat(query(false, true)).containsExactly("1=10", "3=30");
        assertThat(query(false, false)).containsExactly("3=30", "1=10");
        assertThat(query(true, true)).containsExactly("1=11", "2=20");
        assertThat(scan(false)).containsExactlyInAnyOrder("1=10", "3=30");
        assertThat(scan(true)).containsExactlyInAnyOrder("1=11", "2=20");
    }

    @Test
    void batchesAnswerEarlierVersionsAndTransactionsNever() {
        dynamo.faults().onAny().staleReads();
        put("a", Map.of("v", n(1)));
        put("a", Map.of("v", n(2)));
        KeysAndAttributes keys =
                KeysAndAttributes.builder().keys(List.of(key("a"))).build();
        assertThat(client.batchGetItem(b -> b.requestItems(Map.of(TABLE, keys)))
                        .responses()
                        .get(TABLE))
                .singleElement()
                .satisfies(item -> assertThat(item).containsEntry("v", n(1)));
        KeysAndAttributes consistent = keys.toBuilder().consistentRead(true).build();
        assertThat(client.batchGetItem(b -> b.requestItems(Map.of(TABLE, consistent)))
                        .responses()
                        .get(TABLE))
                .singleElement()
                .satisfies(item -> assertThat(item).containsEntry("v", n(2)));
        TransactGetItem get = TransactGetItem.builder()
                .get(g -> g.tableName(TABLE).key(key("a")))
                .build();
        assertThat(client.transactGetItems(t -> t.transactItems(List.of(get)))
                        .responses()
                        .get(0)
                        .item())
                .containsEntry("v", n(2));
    }
}

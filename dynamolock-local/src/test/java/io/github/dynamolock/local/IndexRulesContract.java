package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Developer guide, GSI.html and LSI.html: what indexes refuse, and what they consume. */
abstract class IndexRulesContract extends IndexedContract {
    @Test
    void aGlobalIndexRefusesConsistentReads() {
        assertInvalid(
                () -> client.query(query("by-game", "game = :g", Map.of(":g", s("chess")))
                        .consistentRead(true)
                        .build()),
                "Consistent reads are not supported on global secondary indexes");
        assertInvalid(
                () -> client.scan(s -> s.tableName(GAMES).indexName("by-day").consistentRead(true)),
                "Consistent reads are not supported on global secondary indexes");
    }

    @Test
    void valuesThatAnIndexKeyCannotTakeAreRefused() {
        String mismatch = "One or more parameter values were invalid: Type mismatch for Index Key day Expected: S "
                + "Actual: N IndexName: by-day";
        assertInvalid(() -> play("ann", "chess", Map.of("day", n(1))), mismatch);
        assertInvalid(
                () -> client.updateItem(u -> u.tableName(GAMES)
                        .key(game("ann", "chess"))
                        .updateExpression("SET #d = :d")
                        .expressionAttributeNames(Map.of("#d", "day"))
                        .expressionAttributeValues(Map.of(":d", n(1)))),
                mismatch);
        assertInvalid(
                () -> play("ann", "chess", Map.of("day", s(""))),
                "One or more parameter values are not valid. A value specified for a secondary index key is not "
                        + "supported. The AttributeValue for a key attribute cannot contain an empty string value. "
                        + "IndexName: by-day, IndexKey: day");
        assertThat(client.scan(s -> s.tableName(GAMES)).count()).isZero();
    }

    /** GSI.html, "Write capacity units" under "Provisioned throughput considerations". */
    @Test
    void writesConsumeWhatTheyChangeInIndexes() {
        ConsumedCapacity created = play("ann", "chess", Map.of("score", n(1), "day", s("monday"), "note", s("a")));
        assertThat(created.table().capacityUnits()).isEqualTo(1);
        assertThat(created.globalSecondaryIndexes())
                .hasSize(3)
                .allSatisfy((index, units) -> assertThat(units.capacityUnits()).isEqualTo(1));
        assertThat(created.localSecondaryIndexes()).hasSize(1);
        assertThat(created.capacityUnits()).isEqualTo(5);

        ConsumedCapacity moved = play("ann", "chess", Map.of("score", n(1), "day", s("tuesday"), "note", s("a")));
        assertThat(units(moved.globalSecondaryIndexes(), "by-day").capacityUnits())
                .isEqualTo(2);
        assertThat(units(moved.globalSecondaryIndexes(), "by-game").capacityUnits())
                .isEqualTo(1);
        assertThat(moved.globalSecondaryIndexes()).doesNotContainKey("by-score");
        assertThat(moved.capacityUnits()).isEqualTo(4);

        ConsumedCapacity removed = play("ann", "chess", Map.of("score", n(1), "note", s("a")));
        assertThat(units(removed.globalSecondaryIndexes(), "by-day").capacityUnits())
                .isEqualTo(1);
        ConsumedCapacity same = play("ann", "chess", Map.of("score", n(1), "note", s("a")));
        assertThat(same.capacityUnits()).isEqualTo(1);
        assertThat(same.hasGlobalSecondaryIndexes()).isFalse();
        ConsumedCapacity transacted = client.transactWriteItems(t -> t.returnConsumedCapacity("INDEXES")
                        .transactItems(TransactWriteItem.builder()
                                .delete(d -> d.tableName(GAMES).key(game("ann", "chess")))
                                .build()))
                .consumedCapacity()
                .get(0);
        assertThat(transacted.capacityUnits()).isEqualTo(2 * 4);
        assertThat(units(transacted.globalSecondaryIndexes(), "by-game").writeCapacityUnits())
                .isEqualTo(2);
    }

    @Test
    void readsOfAnIndexConsumeWhatItHolds() {
        play("ann", "chess", Map.of("score", n(1), "day", s("monday"), "note", s("x".repeat(9000))));
        var byDay = client.scan(s -> s.tableName(GAMES).indexName("by-day").returnConsumedCapacity("INDEXES"))
                .consumedCapacity();
        assertThat(units(byDay.globalSecondaryIndexes(), "by-day").capacityUnits())
                .isEqualTo(0.5);
        assertThat(byDay.table().capacityUnits()).isZero();
        var byGame = client.scan(s -> s.tableName(GAMES).indexName("by-game").returnConsumedCapacity("TOTAL"))
                .consumedCapacity();
        assertThat(byGame.capacityUnits()).isEqualTo(1.5);
        assertThat(byGame.hasGlobalSecondaryIndexes()).isFalse();
    }

    /** API reference, ReturnItemCollectionMetrics of PutItem: for tables with local secondary indexes. */
    @Test
    void writesTellOfTheirItemCollection() {
        var written = client.putItem(p -> p.tableName(GAMES)
                        .item(with(game("ann", "chess"), Map.of("score", n(1))))
                        .returnItemCollectionMetrics("SIZE"))
                .itemCollectionMetrics();
        assertThat(written.itemCollectionKey()).isEqualTo(Map.of("user", s("ann")));
        assertThat(written.sizeEstimateRangeGB()).containsExactly(0.0, 1.0);
        var batch = client.batchWriteItem(b -> b.returnItemCollectionMetrics("SIZE")
                        .requestItems(Map.of(GAMES, List.of(deletion("ann", "chess"), deletion("ann", "go")))))
                .itemCollectionMetrics();
        assertThat(batch.get(GAMES))
                .singleElement()
                .satisfies(metrics -> assertThat(metrics.itemCollectionKey()).isEqualTo(Map.of("user", s("ann"))));
        assertThat(client.putItem(p -> p.tableName(TABLE).item(key("a")).returnItemCollectionMetrics("SIZE"))
                        .itemCollectionMetrics())
                .isNull();
    }

    private static WriteRequest deletion(String user, String game) {
        return WriteRequest.builder()
                .deleteRequest(d -> d.key(game(user, game)))
                .build();
    }

    @Test
    void badIndexesAreRefused() {
        assertInvalid(
                () -> create(global("by-x", "x", "", "ALL")),
                "One or more parameter values were invalid: Some index key attributes are not defined in "
                        + "AttributeDefinitions. Keys: [x], AttributeDefinitions: [pk, v]");
        assertInvalid(
                () -> create(global("by-v", "v", "", "INCLUDE")),
                "One or more parameter values were invalid: ProjectionType is INCLUDE, but NonKeyAttributes is not "
                        + "specified");
        assertInvalid(
                () -> create(global("by-v", "v", "", "ALL", "x")),
                "One or more parameter values were invalid: ProjectionType is ALL, but NonKeyAttributes is specified");
        assertInvalid(
                () -> create(global("by-v", "v", "", "ALL"), global("by-v", "v", "", "ALL")),
                "One or more parameter values were invalid: Duplicate index name: by-v");
        assertInvalid(
                () -> create(global("by-pk", "pk", "", "ALL")),
                "One or more parameter values were invalid: Some AttributeDefinitions are not used. "
                        + "AttributeDefinitions: [pk, v], keys used: [pk]");
        assertInvalid(
                () -> create(global("by-v", "v", "", "ALL").toBuilder()
                        .provisionedThroughput(p -> p.readCapacityUnits(1L).writeCapacityUnits(1L))
                        .build()),
                "One or more parameter values were invalid: ProvisionedThroughput should not be specified for index: "
                        + "by-v when BillingMode is PAY_PER_REQUEST");
        assertInvalid(
                () -> create(global("by-v", "v", "", "ALL").toBuilder()
                        .warmThroughput(w -> w.readUnitsPerSecond(1L))
                        .build()),
                "dynamolock-local does not support the parameter WarmThroughput of a global secondary index");
    }

    private void create(GlobalSecondaryIndex... indexes) {
        client.createTable(t -> t.tableName("other")
                .billingMode("PAY_PER_REQUEST")
                .keySchema(Schemas.element("pk", "HASH"))
                .attributeDefinitions(Schemas.attribute("pk", "S"), Schemas.attribute("v", "S"))
                .globalSecondaryIndexes(indexes));
    }
}

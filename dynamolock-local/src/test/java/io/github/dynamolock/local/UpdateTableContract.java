package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.LimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

abstract class UpdateTableContract extends FrontContract {

    private static GlobalSecondaryIndexUpdate createIndex(String name, String partition) {
        return GlobalSecondaryIndexUpdate.builder()
                .create(c -> c.indexName(name)
                        .keySchema(Schemas.element(partition, "HASH"))
                        .projection(p -> p.projectionType("ALL")))
                .build();
    }

    private TableDescription described() {
        return client.describeTable(d -> d.tableName(TABLE)).table();
    }

    private void addIndex() {
        client.updateTable(u -> u.tableName(TABLE)
                .attributeDefinitions(Schemas.attribute("owner", "S"))
                .globalSecondaryIndexUpdates(createIndex("by-owner", "owner")));
    }

    private int countByOwner(String owner) {
        return client.query(q -> q.tableName(TABLE)
                        .indexName("by-owner")
                        .keyConditionExpression("#o = :o")
                        .expressionAttributeNames(Map.of("#o", "owner"))
                        .expressionAttributeValues(Map.of(":o", s(owner))))
                .count();
    }

    @Test
    void aNewIndexHasTheItemsThatWereThereBefore() {
        put("a", Map.of("owner", s("x")));
        put("b", Map.of("owner", n(1)));
        put("c", Map.of());
        addIndex();
        put("d", Map.of("owner", s("x")));
        assertThat(countByOwner("x")).isEqualTo(2);
        assertThat(described().attributeDefinitions()).hasSize(2);
    }

    /** The items that are there already make the index take its time. */
    @Test
    void aNewIndexMissesNoItemWrittenWhileItIsMade() {
        int before = 5_000;
        for (int i = 0; i < before; i += 25) {
            List<WriteRequest> batch = IntStream.range(i, i + 25)
                    .mapToObj(item -> WriteRequest.builder()
                            .putRequest(p -> p.item(with(key("old-" + item), Map.of("owner", s("x")))))
                            .build())
                    .toList();
            client.batchWriteItem(w -> w.requestItems(Map.of(TABLE, batch)));
        }
        AtomicBoolean done = new AtomicBoolean();
        CountDownLatch writing = new CountDownLatch(1);
        CompletableFuture<Integer> writer = InThreads.supply(() -> {
            int written = 0;
            while (!done.get()) {
                put("item-" + written++, Map.of("owner", s("x")));
                writing.countDown();
            }
            return written;
        });
        assertThatCode(writing::await).doesNotThrowAnyException();
        addIndex();
        done.set(true);
        int written = writer.join();
        assertThat(described().globalSecondaryIndexes().get(0).itemCount()).isEqualTo(before + written);
    }

    @Test
    void aDeletedIndexIsGoneWithTheAttributesOnlyItUsed() {
        addIndex();
        client.updateTable(u -> u.tableName(TABLE)
                .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                        .delete(d -> d.indexName("by-owner"))
                        .build()));
        assertThat(described().hasGlobalSecondaryIndexes()
                        && !described().globalSecondaryIndexes().isEmpty())
                .isFalse();
        assertThat(described().attributeDefinitions()).hasSize(1);
        assertInvalid(() -> countByOwner("x"), "The table does not have the specified index: by-owner");
        put("a", Map.of("owner", n(1)));
        assertThat(get("a")).containsEntry("owner", n(1));
    }

    @Test
    void billingAndThroughputChange() {
        TableDescription provisioned = client.updateTable(u -> u.tableName(TABLE)
                        .billingMode(BillingMode.PROVISIONED)
                        .provisionedThroughput(t -> t.readCapacityUnits(5L).writeCapacityUnits(6L)))
                .tableDescription();
        assertThat(provisioned.billingModeSummary().billingMode()).isEqualTo(BillingMode.PROVISIONED);
        assertThat(provisioned.provisionedThroughput().writeCapacityUnits()).isEqualTo(6);
        client.updateTable(u -> u.tableName(TABLE)
                .provisionedThroughput(t -> t.readCapacityUnits(4L).writeCapacityUnits(6L)));
        assertThat(described().provisionedThroughput().readCapacityUnits()).isEqualTo(4);
        assertThat(described().provisionedThroughput().numberOfDecreasesToday()).isEqualTo(1);
        assertThat(described().provisionedThroughput().lastDecreaseDateTime()).isNotNull();
        assertInvalid(
                () -> client.updateTable(u -> u.tableName(TABLE)
                        .provisionedThroughput(t -> t.readCapacityUnits(4L).writeCapacityUnits(6L))),
                "The provisioned throughput for the table will not change. The requested value equals the current "
                        + "value. Current ReadCapacityUnits provisioned for the table: 4. Requested ReadCapacityUnits: "
                        + "4. Current WriteCapacityUnits provisioned for the table: 6. Requested WriteCapacityUnits: "
                        + "6. Refer to the Amazon DynamoDB Developer Guide for current limits and how to request "
                        + "higher limits.");
        client.updateTable(u -> u.tableName(TABLE).billingMode(BillingMode.PAY_PER_REQUEST));
        assertThat(described().billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
        assertThat(described().provisionedThroughput().readCapacityUnits()).isZero();
    }

    @Test
    void theThroughputOfAnIndexChanges() {
        addIndex();
        assertInvalid(
                () -> client.updateTable(u -> u.tableName(TABLE)
                        .billingMode(BillingMode.PROVISIONED)
                        .provisionedThroughput(t -> t.readCapacityUnits(5L).writeCapacityUnits(6L))),
                "One or more parameter values were invalid: ProvisionedThroughput must be specified for index: "
                        + "by-owner");
        client.updateTable(u -> u.tableName(TABLE)
                .billingMode(BillingMode.PROVISIONED)
                .provisionedThroughput(t -> t.readCapacityUnits(5L).writeCapacityUnits(6L))
                .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                        .update(x -> x.indexName("by-owner")
                                .provisionedThroughput(
                                        t -> t.readCapacityUnits(1L).writeCapacityUnits(2L)))
                        .build()));
        assertThat(described().globalSecondaryIndexes())
                .singleElement()
                .satisfies(index -> assertThat(index.provisionedThroughput().writeCapacityUnits())
                        .isEqualTo(2));
    }

    @Test
    void protectionAndClassChange() {
        client.updateTable(u ->
                u.tableName(TABLE).deletionProtectionEnabled(true).tableClass(TableClass.STANDARD_INFREQUENT_ACCESS));
        assertThat(described().deletionProtectionEnabled()).isTrue();
        assertThat(described().tableClassSummary().tableClass()).isEqualTo(TableClass.STANDARD_INFREQUENT_ACCESS);
        client.updateTable(u -> u.tableName(TABLE).deletionProtectionEnabled(false));
        client.deleteTable(d -> d.tableName(TABLE));
        assertThat(client.listTables().tableNames()).doesNotContain(TABLE);
    }

    @Test
    void badUpdatesAreRefused() {
        assertInvalid(
                () -> client.updateTable(u -> u.tableName(TABLE)),
                "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates "
                        + "or SSESpecification or ReplicaUpdates is required");
        assertInvalid(
                () -> client.updateTable(u -> u.tableName(TABLE).streamSpecification(s -> s.streamEnabled(true))),
                "dynamolock-local does not support the parameter StreamSpecification of UpdateTable");
        addIndex();
        assertInvalid(() -> addIndex(), "Attempting to create an index which already exists");
        assertThat(error(() -> client.updateTable(u -> u.tableName(TABLE)
                        .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                                .delete(d -> d.indexName("none"))
                                .build()))))
                .isInstanceOf(ResourceNotFoundException.class);
        assertThat(error(() -> client.updateTable(u -> u.tableName(TABLE)
                        .attributeDefinitions(Schemas.attribute("x", "S"), Schemas.attribute("y", "S"))
                        .globalSecondaryIndexUpdates(createIndex("by-x", "x"), createIndex("by-y", "y")))))
                .isInstanceOf(LimitExceededException.class);
        assertThat(described().globalSecondaryIndexes()).hasSize(1);
        assertThat(error(() -> client.updateTable(u -> u.tableName("none").deletionProtectionEnabled(true))))
                .isInstanceOf(ResourceNotFoundException.class);
    }
}

package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.local.LocalDynamoDb;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** The tables that are created on request. */
class TableCreationTests {

    private final LocalDynamoDb dynamo = LocalDynamoDb.create();

    @AfterEach
    void close() {
        dynamo.close();
    }

    private TableDescription create(LockTableSpec spec) throws InterruptedException {
        assertThat(LockTables.create(dynamo.client(), spec)).isEqualTo(LockTables.Creation.CREATED);
        return dynamo.client()
                .describeTable(describe -> describe.tableName(spec.table().name()))
                .table();
    }

    private TimeToLiveDescription timeToLive() {
        return dynamo.client()
                .describeTimeToLive(describe -> describe.tableName("locks"))
                .timeToLiveDescription();
    }

    @Test
    void aTableIsOnDemandAndActiveWithoutTagsOrTimeToLiveUnlessAsked() throws InterruptedException {
        TableDescription table = create(LockTableSpec.of("locks"));
        assertThat(table.tableStatus()).isEqualTo(TableStatus.ACTIVE);
        assertThat(table.billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
        assertThat(tags(table)).isEmpty();
        assertThat(timeToLive().timeToLiveStatus()).isEqualTo(TimeToLiveStatus.DISABLED);
    }

    private List<Tag> tags(TableDescription table) {
        return dynamo.client()
                .listTagsOfResource(list -> list.resourceArn(table.tableArn()))
                .tags();
    }

    @Test
    void provisionedCapacityIsAsAsked() throws InterruptedException {
        TableDescription table = create(LockTableSpec.of("locks").provisioned(7, 3));
        assertThat(table.provisionedThroughput().readCapacityUnits()).isEqualTo(7);
        assertThat(table.provisionedThroughput().writeCapacityUnits()).isEqualTo(3);
    }

    @Test
    void tagsReachTheTable() throws InterruptedException {
        TableDescription table =
                create(LockTableSpec.of("locks").tag("team", "payments").tag("stage", "test"));
        assertThat(tags(table))
                .extracting(tag -> tag.key() + "=" + tag.value())
                .containsExactlyInAnyOrder("team=payments", "stage=test");
    }

    @Test
    void timeToLiveReadsTheAttributeOfReleasedRows() throws InterruptedException {
        create(LockTableSpec.of("locks").withTimeToLive());
        assertThat(timeToLive().attributeName()).isEqualTo("expiresAt");
        assertThat(timeToLive().timeToLiveStatus()).isEqualTo(TimeToLiveStatus.ENABLED);
    }

    @Test
    void keysOfAnyNameAndTypeAreCreatedAndFitTheClientThatUsesThem() throws InterruptedException {
        LockTable table = LockTable.named("orders")
                .partitionKey("id", ScalarAttributeType.N)
                .sortKey("kind", AttributeValue.fromB(SdkBytes.fromUtf8String("lock")));
        create(LockTableSpec.of(table));
        LockTables.validate(dynamo.client(), table);
        try (LockClient locks = LockClient.builder(dynamo.client()).table(table).build()) {
            LockRequest request = LockRequest.forKey(AttributeValue.fromN("7")).build();
            assertThat(locks.acquire(request).release()).isEqualTo(ReleaseResult.RELEASED);
        }
    }
}

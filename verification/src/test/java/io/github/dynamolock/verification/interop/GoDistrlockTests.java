package io.github.dynamolock.verification.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockRequest;
import io.github.dynamolock.LockTable;
import io.github.dynamolock.RowFormat;
import io.github.dynamolock.verification.interop.Other.Ask;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Our client beside the Go library {@code raito-io/go-dynamo-utils/distrlock}, in an application's own table. */
@EnabledIf(
        value = "io.github.dynamolock.verification.interop.GoPeer#goIsInstalled",
        disabledReason = "Go is not installed")
class GoDistrlockTests extends AbstractInteropTests {

    @Override
    RowFormat format() {
        return RowFormat.DISTRLOCK;
    }

    @Override
    LockTable table() {
        return LockTable.named("orders").partitionKey("pk").sortKey("sk");
    }

    @Override
    Other open(Duration lease, String owner) throws IOException {
        return new GoPeer("distrlock", endpoint.uri(), table().name(), lease, owner);
    }

    @Override
    boolean namesOwners() {
        return false;
    }

    @Override
    boolean keepsReleasedRows() {
        return false;
    }

    /** Each release deletes the row, and each acquisition of theirs wipes it: tokens start from our clocks each time. */
    @Override
    boolean leavesTokensAlone() {
        return false;
    }

    @Test
    void bothLockTheItemWithTheMarkerAndLeaveThePartitionsOtherItemsAlone() throws Exception {
        Map<String, AttributeValue> order = Map.of(
                "pk",
                AttributeValue.fromS("k"),
                "sk",
                AttributeValue.fromS("order#1"),
                "total",
                AttributeValue.fromN("3"));
        dynamoDb().putItem(put -> put.tableName("orders").item(order));
        ours.acquire("k").release();
        assertThat(theirs.acquire(Ask.once("k"))).isPresent();
        assertThat(item("##LOCK##")).containsKeys("lockId", "timeout");
        assertThat(theirs.release("k")).isTrue();
        assertThat(item("##LOCK##")).isEmpty();
        assertThat(item("order#1")).isEqualTo(order);
    }

    @Test
    void itsTakeoverWipesWhatOurRowHadBesides() throws Exception {
        ours.acquire(LockRequest.forKey("k")
                .withoutHeartbeat()
                .attribute("team", AttributeValue.fromS("payments"))
                .build());
        assertThat(item("##LOCK##")).containsKeys("team", "fencingToken", "ownerName");
        assertThat(theirs.acquire(Ask.waiting("k", Duration.ofSeconds(5)))).isPresent();
        assertThat(item("##LOCK##")).containsOnlyKeys("pk", "sk", "lockId", "timeout");
    }

    @Test
    void weAndItContendForTenKeysAndNoSectionsOverlap() throws Exception {
        judge(
                GoFleet.run("distrlock", endpoint.uri(), table().name(), this::builder),
                "fleet with the " + GoPeer.kind() + " raito-io distrlock");
    }

    private Map<String, AttributeValue> item(String sortKey) {
        return dynamoDb()
                .getItem(get -> get.tableName("orders")
                        .consistentRead(true)
                        .key(Map.of("pk", AttributeValue.fromS("k"), "sk", AttributeValue.fromS(sortKey))))
                .item();
    }
}

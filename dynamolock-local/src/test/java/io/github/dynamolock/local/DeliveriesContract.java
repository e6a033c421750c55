package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/** Requests that arrive twice, late, or after later ones. */
abstract class DeliveriesContract extends FrontContract {
    private static final Duration SOON = Duration.ofSeconds(20);

    private AttributeValue add() {
        var add = update("a", "ADD v :one", Map.of(":one", n(1))).toBuilder()
                .returnValues(ReturnValue.UPDATED_NEW)
                .build();
        return the(client.updateItem(add).attributes(), "v");
    }

    private void putIfAbsent(String partition) {
        client.putItem(p -> p.tableName(TABLE).item(key(partition)).conditionExpression("attribute_not_exists(pk)"));
    }

    @Test
    void aDuplicateIsAppliedTwiceAndAnsweredOnce() {
        Fault fault = dynamo.faults().on("UpdateItem").times(1).duplicate();
        assertThat(add()).isEqualTo(n(1));
        assertThat(get("a")).containsEntry("v", n(2));
        assertThat(add()).isEqualTo(n(3));
        assertThat(fault.hits()).isEqualTo(1);
        assertThat(dynamo.calls().count("UpdateItem")).isEqualTo(2);
    }

    @Test
    void aDuplicateThatFailsIsNotHeardOf() {
        dynamo.faults().on("PutItem").duplicate();
        putIfAbsent("a");
        assertThatThrownBy(() -> putIfAbsent("a")).isInstanceOf(ConditionalCheckFailedException.class);
    }

    @Test
    void aLateDuplicateIsAppliedAfterTheAnswer() {
        dynamo.faults().on("UpdateItem").times(1).duplicateAfter(Duration.ofMillis(40));
        assertThat(add()).isEqualTo(n(1));
        await().atMost(SOON).until(() -> get("a").get("v"), n(2)::equals);
    }

    @Test
    void aHeldDuplicatePutsBackWhatWasWrittenOver() throws Exception {
        HeldCalls again = dynamo.faults().on("PutItem").times(1).holdDuplicate();
        put("a", Map.of("v", n(1)));
        assertThat(again.awaitArrived(1, SOON)).isTrue();
        put("a", Map.of("v", n(2)));
        assertThat(get("a")).containsEntry("v", n(2));
        again.release();
        assertThat(get("a")).containsEntry("v", n(1));
    }

    @Test
    void aDelayedRequestIsAppliedAlsoWhenItsCallerGaveUp() {
        dynamo.faults().on("PutItem").times(1).delayRequest(Duration.ofMillis(1_500));
        assertThatThrownBy(() -> client.putItem(p -> p.tableName(TABLE)
                        .item(key("a"))
                        .overrideConfiguration(o -> o.apiCallTimeout(Duration.ofSeconds(1)))))
                .isInstanceOf(ApiCallTimeoutException.class);
        await().atMost(SOON).until(() -> !get("a").isEmpty());
    }

    @Test
    void aHeldRequestIsAppliedAlsoWhenItsCallerGaveUp() throws Exception {
        HeldCalls held = dynamo.faults().on("PutItem").holdRequest();
        assertThatThrownBy(() -> client.putItem(p -> p.tableName(TABLE)
                        .item(key("a"))
                        .overrideConfiguration(o -> o.apiCallTimeout(Duration.ofSeconds(1)))))
                .isInstanceOf(ApiCallTimeoutException.class);
        assertThat(held.awaitArrived(1, SOON)).isTrue();
        assertThat(held.waiting()).isEqualTo(1);
        assertThat(get("a")).isEmpty();
        held.release();
        await().atMost(SOON).until(() -> !get("a").isEmpty());
    }

    @Test
    void heldRequestsAreAppliedInTheirOrder() throws Exception {
        HeldCalls held = dynamo.faults().on("PutItem").holdRequest();
        CompletableFuture<Void> first = InThreads.run(() -> put("a", Map.of("v", n(1))));
        assertThat(held.awaitArrived(1, SOON)).isTrue();
        CompletableFuture<Void> second = InThreads.run(() -> put("a", Map.of("v", n(2))));
        assertThat(held.awaitArrived(2, SOON)).isTrue();
        held.release();
        assertThat(get("a")).containsEntry("v", n(2));
        CompletableFuture.allOf(first, second).get(20, TimeUnit.SECONDS);
    }

    @Test
    void aReorderedRequestIsAppliedAfterLaterOnes() throws Exception {
        Fault fault = dynamo.faults().on("PutItem").times(1).reorder(2, Duration.ofMinutes(1));
        CompletableFuture<Void> first = InThreads.run(() -> put("a", Map.of("v", n(1))));
        await().atMost(SOON).until(() -> fault.hits() == 1);
        put("a", Map.of("v", n(2)));
        assertThat(first).isNotDone();
        // The second call to overtake it: this answer is still the one before.
        assertThat(get("a")).containsEntry("v", n(2));
        first.get(20, TimeUnit.SECONDS);
        assertThat(get("a")).containsEntry("v", n(1));
    }

    @Test
    void aReorderedRequestThatNoneOvertakesIsAppliedInTheEnd() {
        dynamo.faults().on("PutItem").times(1).reorder(1, Duration.ofMillis(40));
        put("a", Map.of("v", n(1)));
        assertThat(get("a")).containsEntry("v", n(1));
    }
}

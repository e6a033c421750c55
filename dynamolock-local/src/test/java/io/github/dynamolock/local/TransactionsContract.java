package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

abstract class TransactionsContract extends FrontContract {

    private static TransactWriteItem putting(String partition) {
        return TransactWriteItem.builder()
                .put(p -> p.tableName(TABLE).item(key(partition)))
                .build();
    }

    private static TransactWriteItem adding(String partition, int amount) {
        return TransactWriteItem.builder()
                .update(u -> u.tableName(TABLE)
                        .key(key(partition))
                        .updateExpression("ADD v :v")
                        .expressionAttributeValues(Map.of(":v", n(amount))))
                .build();
    }

    private static TransactWriteItem checking(String partition, String condition) {
        return TransactWriteItem.builder()
                .conditionCheck(c -> c.tableName(TABLE)
                        .key(key(partition))
                        .conditionExpression(condition)
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                .build();
    }

    private static TransactGetItem getting(String partition) {
        return TransactGetItem.builder()
                .get(g -> g.tableName(TABLE).key(key(partition)))
                .build();
    }

    private void write(TransactWriteItem... items) {
        client.transactWriteItems(t -> t.transactItems(items));
    }

    private TransactionCanceledException canceled(TransactWriteItem... items) {
        return (TransactionCanceledException) error(() -> write(items));
    }

    @Test
    void allActionsAreApplied() {
        put("gone", Map.of());
        put("guard", Map.of());
        var response = client.transactWriteItems(t -> t.returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .transactItems(
                        putting("new"),
                        adding("counter", 5),
                        TransactWriteItem.builder()
                                .delete(d -> d.tableName(TABLE).key(key("gone")))
                                .build(),
                        checking("guard", "attribute_exists(pk)")));
        assertThat(response.consumedCapacity())
                .singleElement()
                .satisfies(c -> assertThat(c.capacityUnits()).isEqualTo(8.0));
        assertThat(get("new")).isNotEmpty();
        assertThat(get("counter")).containsEntry("v", n(5));
        assertThat(get("gone")).isEmpty();
        assertThat(dynamo.calls().count("TransactWriteItems", TABLE)).isEqualTo(1);
    }

    @Test
    void oneFailedConditionCancelsAll() {
        put("taken", Map.of("owner", s("somebody")));
        TransactionCanceledException canceled = canceled(
                putting("new"),
                checking("taken", "attribute_not_exists(pk)"),
                checking("none", "attribute_exists(pk)"));

        assertThat(canceled.awsErrorDetails().errorCode()).isEqualTo("TransactionCanceledException");
        assertThat(canceled.awsErrorDetails().errorMessage())
                .isEqualTo("Transaction cancelled, please refer cancellation reasons for specific reasons "
                        + "[None, ConditionalCheckFailed, ConditionalCheckFailed]");
        assertThat(canceled.cancellationReasons())
                .extracting(CancellationReason::code)
                .containsExactly("None", "ConditionalCheckFailed", "ConditionalCheckFailed");
        CancellationReason taken = canceled.cancellationReasons().get(1);
        assertThat(taken.message()).isEqualTo("The conditional request failed");
        assertThat(taken.item()).isEqualTo(with(key("taken"), Map.of("owner", s("somebody"))));
        assertThat(canceled.cancellationReasons().get(2).hasItem()).isFalse();
        assertThat(get("new")).isEmpty();
    }

    @Test
    void whatDoesNotFitTheTableOrTheItemCancels() {
        put("text", Map.of("v", s("x")));
        assertThat(canceled(putting("new"), adding("text", 1))
                        .cancellationReasons()
                        .get(1))
                .satisfies(reason -> {
                    assertThat(reason.code()).isEqualTo("ValidationError");
                    assertThat(reason.message())
                            .isEqualTo("An operand in the update expression has an incorrect data type");
                });
        TransactWriteItem wrongKey = TransactWriteItem.builder()
                .delete(d -> d.tableName(TABLE).key(Map.of("id", s("a"))))
                .build();
        assertThat(canceled(putting("new"), wrongKey).cancellationReasons())
                .extracting(CancellationReason::message)
                .containsExactly(null, "The provided key element does not match the schema");
        assertThat(get("new")).isEmpty();
    }

    @Test
    void badTransactionsAreRefused() {
        assertInvalid(
                () -> write(putting("a"), checking("a", "attribute_exists(pk)")),
                "Transaction request cannot include multiple operations on one item");
        assertInvalid(
                () -> write(TransactWriteItem.builder().build()),
                "TransactItems can only contain one of Check, Put, Update or Delete");
        assertInvalid(
                () -> write(checking("a", "attribute_exists(")),
                "Invalid ConditionExpression: Syntax error; token: \"<EOF>\", near: \"(\"");
        TransactWriteItem[] many = new TransactWriteItem[101];
        for (int i = 0; i < many.length; i++) {
            many[i] = putting("k" + i);
        }
        assertThat(error(() -> write(many)).awsErrorDetails().errorMessage())
                .endsWith("at 'transactItems' failed to satisfy constraint: "
                        + "Member must have length less than or equal to 100");
        TransactWriteItem elsewhere = TransactWriteItem.builder()
                .put(p -> p.tableName("nowhere").item(key("a")))
                .build();
        assertThat(error(() -> write(elsewhere))).isInstanceOf(ResourceNotFoundException.class);
    }

    /** API reference, TransactWriteItems, ClientRequestToken: what is sent again consumes reads. */
    @Test
    void aTransactionSentAgainConsumesReads() {
        var request = TransactWriteItemsRequest.builder()
                .clientRequestToken("token-1")
                .transactItems(adding("counter", 1))
                .returnConsumedCapacity("TOTAL")
                .build();
        assertThat(client.transactWriteItems(request).consumedCapacity())
                .singleElement()
                .satisfies(capacity -> {
                    assertThat(capacity.writeCapacityUnits()).isEqualTo(2);
                    assertThat(capacity.readCapacityUnits()).isNull();
                });
        assertThat(client.transactWriteItems(request).consumedCapacity())
                .singleElement()
                .satisfies(capacity -> {
                    assertThat(capacity.readCapacityUnits()).isEqualTo(2);
                    assertThat(capacity.writeCapacityUnits()).isNull();
                });
    }

    @Test
    void aTokenMakesATransactionIdempotent() {
        for (int i = 0; i < 3; i++) {
            client.transactWriteItems(t -> t.clientRequestToken("token-1").transactItems(adding("counter", 1)));
        }
        assertThat(get("counter")).containsEntry("v", n(1));
        assertThat(error(() -> client.transactWriteItems(
                        t -> t.clientRequestToken("token-1").transactItems(adding("counter", 2)))))
                .isInstanceOf(IdempotentParameterMismatchException.class);
        client.transactWriteItems(t -> t.clientRequestToken("token-2").transactItems(adding("counter", 1)));
        assertThat(get("counter")).containsEntry("v", n(2));
    }

    @Test
    void aCanceledTransactionMayBeTriedAgainWithItsToken() {
        TransactWriteItem guarded = checking("guard", "attribute_exists(pk)");
        assertThat(error(() -> client.transactWriteItems(
                        t -> t.clientRequestToken("token").transactItems(guarded, adding("counter", 1)))))
                .isInstanceOf(TransactionCanceledException.class);
        put("guard", Map.of());
        client.transactWriteItems(t -> t.clientRequestToken("token").transactItems(guarded, adding("counter", 1)));
        assertThat(get("counter")).containsEntry("v", n(1));
    }

    @Test
    void aTransactionReadsItemsTogether() {
        put("a", Map.of("v", n(1)));
        var response = client.transactGetItems(t -> t.returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .transactItems(
                        getting("a"),
                        getting("nobody"),
                        TransactGetItem.builder()
                                .get(g -> g.tableName(SORTED).key(key("x", 1)).projectionExpression("v"))
                                .build()));
        assertThat(response.responses()).hasSize(3);
        assertThat(response.responses().get(0).item()).containsEntry("v", n(1));
        assertThat(response.responses().get(1).hasItem()).isFalse();
        assertThat(response.consumedCapacity())
                .hasSize(2)
                .allSatisfy(c -> assertThat(c.capacityUnits()).isIn(2.0, 4.0));
    }

    @Test
    void nobodySeesHalfATransaction() throws Exception {
        write(adding("left", 100), adding("right", 0));
        AtomicBoolean done = new AtomicBoolean();
        List<CompletableFuture<Void>> writers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            writers.add(InThreads.run(() -> {
                for (int round = 0; round < 60; round++) {
                    write(adding("left", -1), adding("right", 1));
                    write(adding("right", -1), adding("left", 1));
                }
            }));
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(writers.toArray(CompletableFuture[]::new))
                .whenComplete((nothing, error) -> done.set(true));
        while (!done.get()) {
            var items = client.transactGetItems(t -> t.transactItems(getting("left"), getting("right")))
                    .responses();
            assertThat(number(items.get(0).item()) + number(items.get(1).item()))
                    .isEqualTo(100);
        }
        all.get();
        assertThat(get("left")).containsEntry("v", n(100));
    }

    private static int number(Map<String, AttributeValue> item) {
        return Integer.parseInt(the(item, "v").n());
    }

    @Test
    void aKeyThatIsNoValueFailsTheRequestRatherThanTheTransaction() {
        Map<String, AttributeValue> key = Map.of("pk", AttributeValue.fromN("x"));
        String message = "The parameter cannot be converted to a numeric value: x";
        TransactGetItem get =
                TransactGetItem.builder().get(g -> g.tableName(TABLE).key(key)).build();
        TransactWriteItem delete = TransactWriteItem.builder()
                .delete(d -> d.tableName(TABLE).key(key))
                .build();
        assertInvalid(() -> client.transactGetItems(t -> t.transactItems(get)), message);
        assertInvalid(() -> client.transactWriteItems(t -> t.transactItems(delete)), message);
    }
}

package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;

/** What the asynchronous client does that a blocking one cannot show. */
class AsyncClientTests {
    private static final String TABLE = "things";
    private static final Duration SOON = Duration.ofSeconds(20);

    private final LocalDynamoDb dynamo = LocalDynamoDb.create();
    private final DynamoDbAsyncClient client = dynamo.asyncClient();

    @BeforeEach
    void createTable() {
        dynamo.client()
                .createTable(t -> t.tableName(TABLE)
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .keySchema(Schemas.element("pk", "HASH"))
                        .attributeDefinitions(Schemas.attribute("pk", "S")));
    }

    @AfterEach
    void close() {
        client.close();
        dynamo.close();
    }

    private static PutItemRequest put(String partition) {
        return PutItemRequest.builder()
                .tableName(TABLE)
                .item(Map.of("pk", AttributeValue.fromS(partition)))
                .build();
    }

    private boolean isThere(String partition) {
        return dynamo.client()
                .getItem(g -> g.tableName(TABLE).key(Map.of("pk", AttributeValue.fromS(partition))))
                .hasItem();
    }

    @Test
    void aCallThatNothingDelaysIsDoneWhenItReturns() {
        assertThat(client.putItem(put("a"))).isCompleted();
        assertThat(isThere("a")).isTrue();
    }

    @Test
    void aFutureFailsWithTheErrorItself() {
        AtomicReference<Throwable> seen = new AtomicReference<>();
        CompletableFuture<PutItemResponse> call = client.putItem(
                put("a").toBuilder().conditionExpression("attribute_exists(pk)").build());
        CompletableFuture<PutItemResponse> unused = call.whenComplete((response, error) -> seen.set(error));
        assertThat(seen.get()).isInstanceOf(ConditionalCheckFailedException.class);
        dynamo.faults().on("PutItem").times(1).delayReply(Duration.ofMillis(20));
        assertThatThrownBy(() -> client.putItem(put("a").toBuilder()
                                .conditionExpression("attribute_exists(pk)")
                                .build())
                        .get(20, TimeUnit.SECONDS))
                .hasCauseInstanceOf(ConditionalCheckFailedException.class);
    }

    @Test
    void heldCallsHoldNoThread() throws Exception {
        HeldCalls held = dynamo.faults().on("PutItem").holdRequest();
        int before = Thread.activeCount();
        List<CompletableFuture<PutItemResponse>> calls = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            calls.add(client.putItem(put("key-" + i)));
        }
        assertThat(held.waiting()).isEqualTo(1_000);
        assertThat(Thread.activeCount()).isLessThan(before + 100);
        assertThat(calls).noneMatch(CompletableFuture::isDone);
        held.release();
        CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
        assertThat(isThere("key-999")).isTrue();
    }

    @Test
    void aSlowListenerDelaysNoOtherCall() throws Exception {
        dynamo.faults().on("PutItem").delayReply(Duration.ofMillis(10));
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<Boolean> slow = client.putItem(put("a")).thenApply(response -> awaitUninterrupted(goOn));
        for (int i = 0; i < 5; i++) {
            PutItemResponse unused = client.putItem(put("b")).get(20, TimeUnit.SECONDS);
        }
        assertThat(slow).isNotDone();
        goOn.countDown();
        assertThat(slow.get(20, TimeUnit.SECONDS)).isTrue();
    }

    private static boolean awaitUninterrupted(CountDownLatch latch) {
        try {
            return latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void cancellingEndsTheWaitingAndTakesNothingBack() {
        HeldCalls held = dynamo.faults().on("PutItem").holdRequest();
        CompletableFuture<PutItemResponse> call = client.putItem(put("a"));
        assertThat(call.cancel(true)).isTrue();
        assertThat(call).isCancelled();
        assertThat(isThere("a")).isFalse();
        held.release();
        assertThat(isThere("a")).isTrue();
        assertThat(call).isCancelled();
    }

    @Test
    void theTimeoutOfAnAttemptEndsAHeldCall() {
        dynamo.faults().on("PutItem").holdReply();
        CompletableFuture<PutItemResponse> call = client.putItem(put("a").toBuilder()
                .overrideConfiguration(o -> o.apiCallAttemptTimeout(Duration.ofMillis(30)))
                .build());
        assertThatThrownBy(() -> call.get(20, TimeUnit.SECONDS))
                .hasCauseInstanceOf(ApiCallAttemptTimeoutException.class);
    }

    @Test
    void listenersMayWaitForOtherCalls() throws Exception {
        dynamo.faults().on("PutItem").delayRequest(Duration.ofMillis(10));
        CompletableFuture<PutItemResponse> chain = client.putItem(put("a"))
                .thenApply(first -> client.putItem(put("b")).join());
        PutItemResponse unused = chain.get(20, TimeUnit.SECONDS);
        assertThat(isThere("b")).isTrue();
    }

    @Test
    void waitersAndPaginatorsWork() throws Exception {
        assertThat(client.waiter()
                        .waitUntilTableExists(d -> d.tableName(TABLE))
                        .get(20, TimeUnit.SECONDS)
                        .matched()
                        .response())
                .isPresent();
        for (int i = 0; i < 5; i++) {
            PutItemResponse unused = client.putItem(put("key-" + i)).get(20, TimeUnit.SECONDS);
        }
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        client.scanPaginator(s -> s.tableName(TABLE).limit(2))
                .items()
                .subscribe(items::add)
                .get(20, TimeUnit.SECONDS);
        assertThat(items).hasSize(5);
    }

    @Test
    void itIsTheSdksClientToLookAt() {
        assertThat(client.serviceName()).isEqualTo("dynamodb");
        assertThat(client.toString()).isEqualTo("DynamoDbAsyncClient of LocalDynamoDb, in-process");
        assertThat(dynamo.asyncClient("one").toString()).endsWith("one");
        assertThat(client).isEqualTo(dynamo.asyncClient()).isNotEqualTo(dynamo.asyncClient("one"));
        assertThat(client.serviceClientConfiguration().region().id()).isEqualTo("us-east-1");
        assertThat(dynamo.calls().total()).isEqualTo(1);
        await().atMost(SOON).until(client.listTables()::isDone);
    }
}

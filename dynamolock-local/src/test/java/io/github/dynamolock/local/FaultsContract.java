package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

abstract class FaultsContract extends FrontContract {
    private static final Duration SOON = Duration.ofSeconds(20);

    @Test
    void aLostRequestIsNotApplied() {
        Fault fault = dynamo.faults().on("PutItem").times(2).loseRequest();
        assertThatThrownBy(() -> put("a", Map.of()))
                .isInstanceOf(SdkClientException.class)
                .hasRootCauseInstanceOf(java.io.IOException.class);
        assertThat(fault.hits()).isPositive();
        dynamo.faults().clear();
        assertThat(get("a")).isEmpty();
        put("a", Map.of());
        assertThat(get("a")).isNotEmpty();
    }

    @Test
    void aLostReplyIsApplied() {
        Fault fault = dynamo.faults().on("PutItem").loseReply();
        assertThatThrownBy(() -> put("a", Map.of("v", n(1))))
                .isInstanceOf(SdkClientException.class)
                .hasRootCauseInstanceOf(java.io.IOException.class);
        fault.remove();
        assertThat(get("a")).containsEntry("v", n(1));
    }

    @Test
    void throttlingHasThreeFaces() {
        dynamo.faults().onAny().times(1).throttle();
        assertThat(error(() -> get("a")))
                .isInstanceOf(ProvisionedThroughputExceededException.class)
                .satisfies(e -> assertThat(e.isThrottlingException()).isTrue());
        dynamo.faults().onAny().times(1).throttle(Throttling.THROTTLING);
        assertThat(error(() -> get("a"))).isInstanceOf(ThrottlingException.class);
        dynamo.faults().onAny().times(1).throttle(Throttling.REQUEST_LIMIT_EXCEEDED);
        assertThat(error(() -> get("a"))).isInstanceOf(RequestLimitExceededException.class);
        assertThat(get("a")).isEmpty();
    }

    @Test
    void aServerErrorMayOrMayNotBeApplied() {
        dynamo.faults().on("PutItem").times(1).serverError();
        assertThat(error(() -> put("a", Map.of())))
                .isInstanceOf(InternalServerErrorException.class)
                .satisfies(e -> assertThat(e.statusCode()).isEqualTo(500));
        assertThat(get("a")).isEmpty();
        dynamo.faults().on("PutItem").times(1).serverErrorAfterApplying();
        assertThat(error(() -> put("a", Map.of()))).isInstanceOf(InternalServerErrorException.class);
        assertThat(get("a")).isNotEmpty();
    }

    @Test
    void anyErrorOfTheServiceCanBeGiven() {
        dynamo.faults()
                .on("GetItem")
                .times(1)
                .fail(DynamoDbException.builder()
                        .message("not you")
                        .statusCode(400)
                        .requestId("R".repeat(52))
                        .awsErrorDetails(AwsErrorDetails.builder()
                                .errorCode("AccessDeniedException")
                                .errorMessage("not you")
                                .serviceName("DynamoDb")
                                .build())
                        .build());
        assertThat(error(() -> get("a")).awsErrorDetails().errorCode()).isEqualTo("AccessDeniedException");
    }

    @Test
    void faultsStrikeOnlyTheCallsTheyAreFor() {
        dynamo.faults()
                .on("PutItem")
                .table(TABLE)
                .when(r -> the(((PutItemRequest) r).item(), "pk").s().equals("victim"))
                .serverError();
        put("other", Map.of());
        client.putItem(p -> p.tableName(SORTED).item(key("victim", 1)));
        assertThat(get("victim")).isEmpty();
        error(() -> put("victim", Map.of()));
        assertThat(get("other")).isNotEmpty();
    }

    @Test
    void chanceIsRepeatable() {
        assertThat(failures(7))
                .isEqualTo(failures(7))
                .isNotEqualTo(failures(8))
                .contains("x")
                .contains(".");
    }

    private String failures(long seed) {
        dynamo.faults().clear();
        dynamo.faults().seed(seed);
        dynamo.faults().on("GetItem").withProbability(0.5).serverError();
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            try {
                get("a");
                result.append('.');
            } catch (InternalServerErrorException e) {
                result.append('x');
            }
        }
        return result.toString();
    }

    @Test
    void heldCallsGoOnWhenReleased() throws Exception {
        HeldCalls held = dynamo.faults().on("PutItem").holdRequest();
        CompletableFuture<Void> call = InThreads.run(() -> put("a", Map.of()));
        assertThat(held.awaitArrived(1, SOON)).isTrue();
        assertThat(get("a")).isEmpty();
        assertThat(call).isNotDone();
        held.release();
        call.get(20, TimeUnit.SECONDS);
        assertThat(get("a")).isNotEmpty();
        put("b", Map.of());
    }

    @Test
    void heldRepliesAreApplied() throws Exception {
        HeldCalls held = dynamo.faults().on("PutItem").times(1).holdReply();
        CompletableFuture<Void> call = InThreads.run(() -> put("a", Map.of()));
        assertThat(held.awaitArrived(1, SOON)).isTrue();
        assertThat(get("a")).isNotEmpty();
        assertThat(held.waiting()).isEqualTo(1);
        dynamo.faults().clear();
        call.get(20, TimeUnit.SECONDS);
    }

    @Test
    void theTimeoutOfARequestEndsAHeldCall() throws InterruptedException {
        HeldCalls held = dynamo.faults().on("PutItem").holdRequest();
        assertThatThrownBy(() -> client.putItem(p -> p.tableName(TABLE)
                        .item(key("a"))
                        // Long enough for the call to be on its way when it ends, also on a busy machine.
                        .overrideConfiguration(o -> o.apiCallTimeout(Duration.ofSeconds(1)))))
                .isInstanceOf(ApiCallTimeoutException.class);
        assertThat(held.awaitArrived(1, SOON)).isTrue();
    }

    @Test
    void delaysDelay() {
        dynamo.faults().on("PutItem").times(1).delayRequest(Duration.ofMillis(60));
        long start = System.nanoTime();
        put("a", Map.of());
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(60));
        dynamo.faults().on("PutItem").times(1).delayReply(Duration.ofMillis(60));
        start = System.nanoTime();
        put("a", Map.of());
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(60));
    }

    @Test
    void anInterruptEndsAHeldCall() throws Exception {
        HeldCalls held = dynamo.faults().on("GetItem").holdRequest();
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                get("a");
                flag.completeExceptionally(new AssertionError("The call went through"));
            } catch (AbortedException e) {
                flag.complete(Thread.currentThread().isInterrupted());
            } catch (RuntimeException e) {
                flag.completeExceptionally(e);
            }
        });
        thread.start();
        assertThat(held.awaitArrived(1, SOON)).isTrue();
        thread.interrupt();
        // A client that reads from a connection does not notice before the answer comes; then it reports the interrupt.
        if (this instanceof HttpFaultsTests) {
            held.release();
        }
        assertThat(flag.get(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aCallOfAnInterruptedThreadIsAborted() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> get("a")).isInstanceOf(AbortedException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void aClearedDatabaseLetsHeldCallsGo() throws Exception {
        HeldCalls held = dynamo.faults().onAny().holdRequest();
        CompletableFuture<Void> call = InThreads.run(() -> put("a", Map.of()));
        assertThat(held.awaitArrived(1, SOON)).isTrue();
        assertThat(held.awaitArrived(2, Duration.ofMillis(1))).isFalse();
        dynamo.faults().clear();
        call.get(20, TimeUnit.SECONDS);
        assertThat(held.waiting()).isZero();
    }

    @Test
    void nonsenseIsRefused() {
        FaultBuilder fault = dynamo.faults().onAny();
        assertThatThrownBy(() -> fault.times(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> fault.withProbability(1.5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> fault.fail((DynamoDbException)
                        DynamoDbException.builder().message("x").build()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(get("a")).isEmpty();
    }

    @Test
    void callsAreCountedWhateverBecomesOfThem() {
        put("a", Map.of());
        get("a");
        get("a");
        client.getItem(g -> g.tableName(SORTED).key(key("a", 1)));
        dynamo.faults().on("GetItem").times(1).throttle();
        error(() -> get("a"));
        assertThat(dynamo.calls().count("GetItem")).isEqualTo(4);
        assertThat(dynamo.calls().count("GetItem", TABLE)).isEqualTo(3);
        assertThat(dynamo.calls().count("UpdateItem")).isZero();
        assertThat(dynamo.calls().total()).isEqualTo(5);
        assertThat(dynamo.calls().snapshot()).isEqualTo(Map.of("GetItem", 4L, "PutItem", 1L));
        dynamo.calls().reset();
        assertThat(dynamo.calls().total()).isZero();
        assertThat(dynamo.calls().count("GetItem", TABLE)).isZero();
    }
}

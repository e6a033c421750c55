package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** What becomes of writes whose reply is lost, and of tables that do not answer, with real threads on both fronts. */
abstract class AbstractLostReplyTests {

    private static final Duration LEASE = Duration.ofSeconds(4);

    private final LocalBackEnd backEnd = newBackEnd();
    private LockClient locks;
    private LockClient other;

    abstract LocalBackEnd newBackEnd();

    @BeforeEach
    void open() throws InterruptedException {
        LockTables.create(backEnd.newClient(), LockTableSpec.of("locks"));
        locks = client();
        other = client();
    }

    private LockClient client() {
        return LockClient.builder(backEnd.newClient())
                .table("locks")
                .leaseDuration(LEASE)
                .heartbeatPeriod(LEASE.dividedBy(8))
                .build();
    }

    @AfterEach
    void close() {
        backEnd.dynamo.faults().clear();
        locks.close();
        other.close();
        backEnd.close();
    }

    @Test
    void anAcquisitionWhoseReplyIsLostIsGrantedAtOnce() throws InterruptedException {
        backEnd.dynamo.faults().on("UpdateItem").times(1).loseReply();
        long start = System.nanoTime();
        LockHandle lock = locks.acquire("k");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LEASE);
        assertThat(lock.isHeld()).isTrue();
        assertThat(other.tryAcquire("k")).isEmpty();
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(other.tryAcquire("k")).isPresent();
    }

    @Test
    void aTryWhoseReplyIsLostIsGrantedToo() throws InterruptedException {
        backEnd.dynamo.faults().on("UpdateItem").times(1).loseReply();
        assertThat(locks.tryAcquire("k").orElseThrow().isHeld()).isTrue();
    }

    @Test
    void aReleaseBeforeTheShortestHoldWhoseReplyIsLostReportsReleasedAndTheRowStaysTaken() throws Exception {
        LockHandle lock = locks.acquire(
                LockRequest.forKey("k").minHold(Duration.ofMinutes(5)).build());
        backEnd.dynamo.faults().on("UpdateItem").times(1).loseReply();
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(other.tryAcquire("k")).isEmpty();
        assertThat(other.find("k").orElseThrow().leaseDuration()).isGreaterThan(Duration.ofMinutes(4));
    }

    @Test
    void aTakeoverWhoseReplyIsLostIsGranted() throws InterruptedException {
        LockClient mortal = LockClient.builder(backEnd.newClient())
                .table("locks")
                .leaseDuration(Duration.ofMillis(500))
                .heartbeatPeriod(Duration.ZERO)
                .build();
        LockHandle dead = mortal.acquire("k");
        backEnd.dynamo
                .faults()
                .on("UpdateItem")
                .when(request -> request instanceof UpdateItemRequest update
                        && update.conditionExpression().matches("#n\\d+ = :v\\d+"))
                .times(1)
                .loseReply();
        LockHandle lock = locks.acquire("k");
        assertThat(lock.isHeld()).isTrue();
        assertThat(lock.fencingToken()).isEqualTo(dead.fencingToken() + 1);
        mortal.close();
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void renewalsWhoseRepliesAreLostKeepTheLock() throws InterruptedException {
        LockHandle lock = locks.acquire("k");
        backEnd.dynamo.faults().on("UpdateItem").times(2).loseReply();
        lock.heartbeat(HeartbeatRequest.plain().withRetries(3));
        assertThat(lock.isHeld()).isTrue();
        assertThat(lock.remainingLease()).isGreaterThan(LEASE.dividedBy(2));
        long renewals = locks.heldLocks().get(0).renewals();
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> locks.heldLocks().get(0).renewals() > renewals + 1);
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
    }

    @Test
    void aReleaseWhoseReplyIsLostReportsReleased() throws InterruptedException {
        LockHandle lock = locks.acquire("k");
        backEnd.dynamo.faults().on("UpdateItem").times(1).loseReply();
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(other.tryAcquire("k")).isPresent();
    }

    @Test
    void aDeletingReleaseWhoseReplyIsLostReportsReleased() throws InterruptedException {
        LockHandle lock =
                locks.acquire(LockRequest.forKey("k").deleteOnRelease().build());
        backEnd.dynamo.faults().on("DeleteItem").times(1).loseReply();
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(other.find("k")).isEmpty();
    }

    @Test
    void lostRequestsAreSentAgain() throws InterruptedException {
        backEnd.dynamo.faults().on("UpdateItem").times(1).loseRequest();
        LockHandle lock = locks.acquire("k");
        backEnd.dynamo.faults().on("UpdateItem").times(1).loseRequest();
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
    }

    @Test
    void throttlingWithinTheWaitIsNoErrorAndNoContention() throws InterruptedException {
        backEnd.dynamo.faults().on("UpdateItem").times(4).throttle();
        assertThat(locks.acquire("k").isHeld()).isTrue();
    }

    @Test
    void throttlingThatOutlastsTheWaitIsToldAsSuchAndNotAsContention() {
        backEnd.dynamo.faults().onAny().throttle();
        assertThatExceptionOfType(LockTableException.class)
                .isThrownBy(() -> locks.acquire(
                        LockRequest.forKey("k").waitTime(Duration.ofMillis(300)).build()))
                .withMessageContaining("too busy");
        assertThatExceptionOfType(LockTableException.class).isThrownBy(() -> locks.tryAcquire("k"));
    }

    @Test
    void whatIsNotPermittedFailsAtOnce() {
        AwsServiceException denied = DynamoDbException.builder()
                .statusCode(400)
                .message("not authorized")
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode("AccessDeniedException")
                        .errorMessage("not authorized")
                        .serviceName("DynamoDb")
                        .build())
                .build();
        backEnd.dynamo.faults().onAny().fail(denied);
        backEnd.dynamo.calls().reset();
        assertThatExceptionOfType(LockTableException.class)
                .isThrownBy(() -> locks.acquire("k"))
                .withMessageContaining("dynamodb:UpdateItem");
        assertThat(backEnd.dynamo.calls().total()).isEqualTo(1);
    }

    @Test
    void aFailingTableIsAskedAtMostThreeTimesInOneCall() throws InterruptedException {
        LockHandle lock =
                locks.acquire(LockRequest.forKey("k").withoutHeartbeat().build());
        backEnd.dynamo.faults().on("UpdateItem").serverError();
        backEnd.dynamo.calls().reset();
        assertThatExceptionOfType(LockTableException.class).isThrownBy(lock::heartbeat);
        assertThat(backEnd.dynamo.calls().total()).isBetween(1L, 3L);
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void aHolderWhoseTableIsGoneIsToldBeforeAnotherCouldHaveTheLock() throws Exception {
        LockHandle lock = locks.acquire("k");
        backEnd.dynamo.faults().onAny().loseRequest();
        LockLoss loss = lock.lost().toCompletableFuture().get(30, TimeUnit.SECONDS);
        assertThat(loss.reason()).isEqualTo(LockLoss.Reason.EXPIRED);
        assertThat(lock.isHeld()).isFalse();
        assertThat(locks.heldLocks()).isEmpty();
    }

    @Test
    void aHolderWhoseRowIsDeletedIsToldAtTheNextRenewal() throws Exception {
        LockHandle lock = locks.acquire("k");
        backEnd.dynamo
                .client()
                .deleteItem(delete -> delete.tableName("locks").key(Map.of("key", AttributeValue.fromS("k"))));
        LockLoss loss = lock.lost().toCompletableFuture().get(30, TimeUnit.SECONDS);
        assertThat(loss.reason()).isEqualTo(LockLoss.Reason.DELETED);
        assertThat(lock.release()).isEqualTo(ReleaseResult.LOST);
    }
}

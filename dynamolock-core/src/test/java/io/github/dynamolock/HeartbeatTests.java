package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** Renewals, by the client itself and by the holder's own calls, in manual time. */
class HeartbeatTests {

    private static final AttributeValue KEY = AttributeValue.fromS("k");

    private ManualLocks manual;

    @BeforeEach
    void open() throws InterruptedException {
        manual = new ManualLocks();
    }

    @AfterEach
    void close() {
        manual.close();
    }

    private LockHandle unrenewed(LockClient client) {
        return ManualLocks.take(
                client, LockRequest.forKey("k").withoutHeartbeat().build());
    }

    private LockHandle renewed(LockClient client) {
        return ManualLocks.take(client, LockRequest.forKey("k").build());
    }

    private String version() throws InterruptedException {
        return manual.newClient().find("k").orElseThrow().recordVersionNumber();
    }

    /** A client that has given the lock to a second one of the same owner name, which the first does not know yet. */
    private LockHandle lostToATwin() {
        LockHandle first = unrenewed(manual.open(manual.builder().ownerName("twin")));
        LockClient twin = manual.open(manual.builder().ownerName("twin"));
        manual.deleteRow(KEY);
        unrenewed(twin);
        return first;
    }

    // By the client

    @Test
    void aRenewalWithinThePeriodChangesTheVersion() throws InterruptedException {
        renewed(manual.newClient());
        String before = version();
        manual.pass(ManualLocks.HEARTBEAT);
        assertThat(version()).isNotEqualTo(before);
    }

    @Test
    void aLockThatIsAcquiredAfterAllOthersWereReleasedIsRenewedToo() {
        LockClient client = manual.newClient();
        renewed(client).release();
        manual.pass(Duration.ofMinutes(1));
        LockHandle later = renewed(client);
        manual.pass(Duration.ofMinutes(5));
        assertThat(later.isHeld()).isTrue();
    }

    @Test
    void aMissingTableIsToldAtEachRenewalAndStopsNoLaterOnes() throws InterruptedException {
        List<Throwable> failures = new ArrayList<>();
        LockClient client = manual.open(manual.builder().listener(new LockListener() {
            @Override
            public void renewalFailed(HeldLock lock, Throwable cause) {
                failures.add(cause);
            }
        }));
        renewed(client);
        manual.dynamo.client().deleteTable(delete -> delete.tableName("locks"));
        manual.pass(Duration.ofSeconds(10));
        assertThat(failures).hasSizeGreaterThan(1).hasOnlyElementsOfType(ResourceNotFoundException.class);

        LockTables.create(manual.dynamo.client(), LockTableSpec.of("locks"));
        LockHandle later =
                ManualLocks.take(client, LockRequest.forKey("another").build());
        manual.pass(Duration.ofMinutes(5));
        assertThat(later.isHeld()).isTrue();
    }

    @Test
    void aTransactionThatMeetsARenewalIsNoLoss() {
        LockHandle lock = renewed(manual.newClient());
        manual.dynamo
                .faults()
                .on("UpdateItem")
                .times(2)
                .fail(TransactionConflictException.builder()
                        .statusCode(400)
                        .message("Transaction is ongoing for the item")
                        .awsErrorDetails(AwsErrorDetails.builder()
                                .errorCode("TransactionConflictException")
                                .errorMessage("Transaction is ongoing for the item")
                                .build())
                        .build());
        manual.pass(Duration.ofMinutes(1));
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void closingAClientThatRenewsNothingFreesItsLocks() {
        LockClient client = manual.open(manual.builder().heartbeatPeriod(Duration.ZERO));
        renewed(client);
        client.close();
        renewed(manual.newClient());
    }

    // By the holder

    @Test
    void aHeartbeatOfTheHoldersOwnKeepsALockThatTheClientDoesNotRenew() throws InterruptedException {
        LockHandle lock = unrenewed(manual.newClient());
        for (int i = 0; i < 10; i++) {
            manual.pass(Duration.ofSeconds(17));
            lock.heartbeat();
            assertThat(lock.remainingLease()).isEqualTo(Duration.ofSeconds(18));
        }
        manual.pass(Duration.ofSeconds(18));
        assertThat(lock.isHeld()).isFalse();
    }

    @Test
    void afterALostReplyAPlainHeartbeatSucceeds() throws InterruptedException {
        LockHandle lock = unrenewed(manual.newClient());
        manual.dynamo.faults().on("UpdateItem").times(1).loseReply();
        assertThatExceptionOfType(LockTableException.class).isThrownBy(lock::heartbeat);
        assertThat(lock.isHeld()).isTrue();
        manual.pass(Duration.ofSeconds(10));
        lock.heartbeat();
        assertThat(lock.remainingLease()).isEqualTo(Duration.ofSeconds(18));
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void asManyRetriesOutliveAsManyLostReplies(int losses) throws InterruptedException {
        LockHandle lock = unrenewed(manual.newClient());
        manual.pass(Duration.ofSeconds(10));
        manual.dynamo.faults().on("UpdateItem").times(losses).loseReply();
        lock.heartbeat(HeartbeatRequest.plain().withRetries(losses));
        assertThat(lock.remainingLease()).isEqualTo(Duration.ofSeconds(18));
    }

    @Test
    void whenAllRetriesFailTheLastFailureIsTheCauseAndTheLockIsHeldUntilItsEnd() {
        LockHandle lock = unrenewed(manual.newClient());
        manual.dynamo.faults().onAny().loseRequest();
        manual.dynamo.calls().reset();
        assertThatExceptionOfType(LockTableException.class)
                .isThrownBy(() -> lock.heartbeat(HeartbeatRequest.plain().withRetries(2)))
                .withCauseInstanceOf(SdkClientException.class)
                .withMessageContaining("'k'");
        assertThat(manual.dynamo.calls().total()).isEqualTo(3);
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void aHeartbeatOfALockThatATwinOfTheSameOwnerNameHasIsALossAndChangesNothing() {
        LockHandle lost = lostToATwin();
        Map<String, AttributeValue> row = manual.row();
        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(lost::heartbeat)
                .satisfies(e -> assertThat(e.loss().reason()).isEqualTo(LockLoss.Reason.TAKEN_OVER));
        assertThat(manual.row()).isEqualTo(row);
        assertThat(lost.release()).isEqualTo(ReleaseResult.LOST);
        assertThat(manual.row()).isEqualTo(row);
    }

    @Test
    void aForeignVersionEndsTheRetriesAtOnce() {
        LockHandle lost = lostToATwin();
        manual.dynamo.faults().on("UpdateItem").times(1).loseRequest();
        manual.dynamo.calls().reset();
        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(() -> lost.heartbeat(HeartbeatRequest.plain().withRetries(5)));
        assertThat(manual.dynamo.calls().total()).isEqualTo(2);
    }

    @Test
    void aRowThatIsGoneEndsTheRetriesWithALoss() {
        LockHandle lock = unrenewed(manual.newClient());
        manual.deleteRow(KEY);
        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(() -> lock.heartbeat(HeartbeatRequest.plain().withRetries(3)))
                .satisfies(e -> assertThat(e.loss().reason()).isEqualTo(LockLoss.Reason.DELETED));
        assertThat(manual.row()).isEmpty();
    }

    @Test
    void aHeartbeatDoesNotRenewARowThatSomebodyElseMarkedAsReleased() {
        LockHandle lock = unrenewed(manual.newClient());
        Map<String, AttributeValue> row = new HashMap<>(manual.row());
        row.put("isReleased", AttributeValue.fromS("1"));
        manual.put(KEY, row);
        assertThatExceptionOfType(LockLostException.class).isThrownBy(lock::heartbeat);
        assertThat(manual.row()).isEqualTo(row);
    }
}

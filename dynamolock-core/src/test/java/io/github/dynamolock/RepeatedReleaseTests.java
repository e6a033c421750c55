package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A release that is tried again after it failed, by a process whose timers stood still meanwhile. */
class RepeatedReleaseTests {

    private ManualLocks manual;

    @BeforeEach
    void open() throws InterruptedException {
        manual = new ManualLocks(LockTable.named("locks"), RowFormat.DISTRLOCK);
    }

    @AfterEach
    void close() {
        manual.close();
    }

    private LockHandle take(DynamoDbClient dynamoDb, LockRequest request) {
        Scheduler starved = (delay, task) -> () -> {};
        Engine engine = Engines.of(
                dynamoDb,
                ClientSettings.of(manual.builder()),
                manual.time,
                starved,
                Runnable::run,
                Runnable::run,
                Runnable::run,
                () -> 0.5);
        return ManualLocks.take(new DefaultLockClient(engine, null), request);
    }

    @Test
    void aRowThatTheFailedReleaseDeletedIsReleasedAlsoWhenTheLeaseIsOver() {
        LockHandle lock = take(manual.dynamo.client(), LockRequest.forKey("k").build());
        manual.dynamo.faults().on("DeleteItem").times(1).loseReply();
        manual.dynamo.faults().on("GetItem").times(2).loseReply();
        assertThatThrownBy(lock::release).isInstanceOf(LockTableException.class);

        manual.pass(ManualLocks.LEASE);
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(lock.lost().toCompletableFuture()).isNotDone();
    }

    /** That write may have arrived or not: it deleted nothing. The fault schedules found it taken for a release. */
    @Test
    void aRowThatIsGoneAfterAWriteThatWasToKeepItWasLost() {
        assertThat(keptTooLate(() -> manual.deleteRow(AttributeValue.fromS("k"))))
                .isEqualTo(ReleaseResult.LOST);
    }

    @Test
    void aReleaseThatIsFirstSentWhenTheLeaseIsOverIsNoProofThatTheRowThatIsGoneWasOurs() {
        assertThat(keptTooLate(
                        () -> manual.dynamo.faults().on("DeleteItem").times(1).loseReply()))
                .isEqualTo(ReleaseResult.LOST);
    }

    /** A release that is to keep the row for the shortest hold, and has no answer until the lease is over; then this happens. */
    private ReleaseResult keptTooLate(Runnable happening) {
        AtomicBoolean keeping = new AtomicBoolean();
        DynamoDbClient dynamoDb = Detour.before(manual.dynamo.client(), "updateItem", () -> {
            if (keeping.getAndSet(false)) {
                manual.pass(ManualLocks.LEASE);
                happening.run();
                throw ApiCallTimeoutException.create(1);
            }
        });
        LockHandle lock = take(
                dynamoDb, LockRequest.forKey("k").minHold(Duration.ofSeconds(9)).build());
        keeping.set(true);
        ReleaseResult result = lock.release();
        assertThat(lock.lost().toCompletableFuture())
                .isCompletedWithValueMatching(loss -> loss.reason() == LockLoss.Reason.EXPIRED);
        return result;
    }

    @Test
    void aRowThatIsKeptForItsShortestHoldIsNotFreedWhenAnotherHasIt() {
        LockHandle lock = ManualLocks.take(
                manual.newClient(),
                LockRequest.forKey("k").minHold(Duration.ofSeconds(9)).build());
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        Map<String, AttributeValue> another = new HashMap<>(manual.row());
        another.put("lockId", AttributeValue.fromS("another:0000000000"));
        manual.put(AttributeValue.fromS("k"), another);

        manual.pass(Duration.ofSeconds(10));
        assertThat(manual.row()).isEqualTo(another);
    }
}

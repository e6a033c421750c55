package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Locks on the rows of distrlock, inside an application's own table, in manual time. */
class DistrlockRowsTests {

    private static final AttributeValue KEY = AttributeValue.fromS("k");

    private ManualLocks manual;

    @BeforeEach
    void open() throws InterruptedException {
        manual = new ManualLocks(LockTable.named("orders").partitionKey("pk").sortKey("sk"), RowFormat.DISTRLOCK);
    }

    @AfterEach
    void close() {
        manual.close();
    }

    private static LockRequest plain() {
        return LockRequest.forKey("k").build();
    }

    private void leftByDistrlock(String lockId) {
        manual.put(
                KEY,
                Map.of(
                        "lockId", AttributeValue.fromS(lockId),
                        "timeout", AttributeValue.fromN("30000000000")));
    }

    @Test
    void aHeldRowHasALockIdAndATimeoutInNanoseconds() {
        LockHandle lock = ManualLocks.take(manual.newClient(), plain());
        assertThat(manual.row())
                .containsEntry("sk", AttributeValue.fromS("##LOCK##"))
                .containsEntry("timeout", AttributeValue.fromN("20000000000"))
                .containsEntry("ownerName", AttributeValue.fromS(lock.ownerName()))
                .containsEntry("fencingToken", AttributeValue.fromN(Long.toString(lock.fencingToken())))
                .doesNotContainKeys("isReleased", "recordVersionNumber", "leaseDuration");
        assertThat(manual.row())
                .hasEntrySatisfying("lockId", id -> assertThat(id.s()).endsWith(":0000000000"));
    }

    @Test
    void aReleaseDeletesTheRowAlsoWhenItWasAskedToKeepIt() {
        LockClient locks = manual.newClient();
        ManualLocks.take(locks, plain()).release();
        assertThat(manual.row()).isEmpty();
        ManualLocks.take(locks, plain())
                .release(ReleaseRequest.plain().withDelete(false).withData(AbstractLockClientTests.bytes("x")));
        assertThat(manual.row()).isEmpty();
    }

    @Test
    void aRefreshChangesTheLockId() throws InterruptedException {
        LockHandle lock = ManualLocks.take(manual.newClient(), plain());
        Map<String, AttributeValue> before = manual.row();
        lock.heartbeat();
        assertThat(manual.row()).containsKey("lockId").isNotEqualTo(before);
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void aRowThatDistrlockLeftIsTakenAfterItsTimeoutByAWaiterAndByWhoOnlyTries() {
        leftByDistrlock("V1StGXR8_Z5jdHi6B-myT");
        CompletableFuture<LockHandle> waiter = ManualLocks.ask(manual.newClient(), Duration.ofMinutes(1));
        LockClient trying = manual.newClient();
        assertThat(ManualLocks.ask(trying, Duration.ZERO)).isCompletedExceptionally();
        manual.pass(Duration.ofMillis(30_299));
        assertThat(waiter).isNotDone();
        manual.pass(Duration.ofMillis(1));
        ManualLocks.granted(waiter);

        leftByDistrlock("Uakgb_J5m9g-0JDMbcJqL");
        assertThat(ManualLocks.ask(trying, Duration.ZERO)).isCompletedExceptionally();
        manual.pass(Duration.ofMillis(30_300));
        ManualLocks.granted(ManualLocks.ask(trying, Duration.ZERO));
    }

    @Test
    void aRefreshDoesNotResurrectALockThatAnotherHadAndReleasedMeanwhile() {
        LockHandle paused = ManualLocks.take(
                manual.newClient(), LockRequest.forKey("k").withoutHeartbeat().build());
        manual.deleteRow(KEY);
        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(paused::heartbeat)
                .satisfies(e -> assertThat(e.loss().reason()).isEqualTo(LockLoss.Reason.DELETED));
        assertThat(manual.row()).isEmpty();
        assertThat(paused.isHeld()).isFalse();
    }

    @Test
    void aReleaseOfALockThatAnotherHasSaysSoAndLeavesTheOthersRow() {
        LockHandle lock = ManualLocks.take(
                manual.newClient(), LockRequest.forKey("k").withoutHeartbeat().build());
        manual.pass(Duration.ofSeconds(17));
        leftByDistrlock("V1StGXR8_Z5jdHi6B-myT");
        manual.pass(Duration.ofSeconds(1));
        assertThat(lock.release()).isEqualTo(ReleaseResult.LOST);
        assertThat(manual.row()).containsEntry("lockId", AttributeValue.fromS("V1StGXR8_Z5jdHi6B-myT"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"missing", "text", "zero"})
    void aTimeoutThatIsNoneIsReportedByKeyAndNeverTaken(String kind) {
        AttributeValue id = AttributeValue.fromS("x");
        manual.put(
                KEY,
                switch (kind) {
                    case "missing" -> Map.of("lockId", id);
                    case "text" -> Map.of("lockId", id, "timeout", AttributeValue.fromS("soon"));
                    default -> Map.of("lockId", id, "timeout", AttributeValue.fromN("0"));
                });
        assertThat(ManualLocks.ask(manual.newClient(), Duration.ofMinutes(1)))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(LockTableException.class)
                .withMessageContaining("'k'")
                .withMessageContaining("timeout");
        assertThat(manual.row()).containsEntry("lockId", id);
    }

    @Test
    void anItemOfTheApplicationsUnderTheSortKeyIsLeftAlone() {
        manual.put(KEY, Map.of("total", AttributeValue.fromN("7")));
        assertThat(ManualLocks.ask(manual.newClient(), Duration.ofMinutes(1)))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(LockTableException.class)
                .withMessageContaining("no lock row");
        assertThat(manual.row()).containsEntry("total", AttributeValue.fromN("7"));
    }

    /** Its first attempt is lost, the second deletes the row; then copies of old requests bring one back. */
    @Test
    void aHandOverThatIsFoundInTheTableGetsNoOlderToken() {
        AtomicInteger ids = new AtomicInteger();
        LockClient locks = manual.open(
                manual.builder().idGenerator(() -> "id-" + ids.incrementAndGet()),
                Detour.before(
                        manual.dynamo.client(),
                        "deleteItem",
                        2,
                        () -> manual.put(
                                KEY,
                                Map.of(
                                        "lockId", AttributeValue.fromS("id-2:0000000000"),
                                        "timeout", AttributeValue.fromN("20000000000"),
                                        "fencingToken", AttributeValue.fromN("5")))));
        LockHandle lock = ManualLocks.take(locks, plain());
        CompletableFuture<LockHandle> next = ManualLocks.ask(locks, Duration.ofMinutes(1));
        manual.dynamo.faults().on("UpdateItem").times(1).loseRequest();
        manual.dynamo.faults().on("DeleteItem").times(1).loseReply();
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(ManualLocks.granted(next).lockId()).isEqualTo("id-2");
        assertThat(ManualLocks.granted(next).fencingToken()).isGreaterThan(lock.fencingToken());
    }
}

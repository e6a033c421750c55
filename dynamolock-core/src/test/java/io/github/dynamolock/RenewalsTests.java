package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** How held locks are renewed, extended and lost, in manual time. */
class RenewalsTests {

    private final ManualLocks manual = newManual();
    private final List<LockLoss> told = new ArrayList<>();

    private static ManualLocks newManual() {
        try {
            return new ManualLocks();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void close() {
        manual.close();
    }

    private LockHandle held(LockClient client, LockRequest request) {
        LockHandle lock = client.acquireAsync(request).getNow(null);
        CompletableFuture<?> unused = lock.lost().thenAccept(told::add).toCompletableFuture();
        return lock;
    }

    private LockHandle held(LockClient client) {
        return held(client, LockRequest.forKey("k").build());
    }

    private void deleteRow() {
        manual.dynamo.client().deleteItem(delete -> delete.tableName("locks").key(key()));
    }

    private static Map<String, AttributeValue> key() {
        return Map.of("key", AttributeValue.fromS("k"));
    }

    @Test
    void aLockIsRenewedForAsLongAsItIsHeldAndOthersNeverGetIt() {
        LockHandle lock = held(manual.newClient());
        CompletableFuture<LockHandle> waiter = ManualLocks.ask(manual.newClient(), Duration.ofHours(2));
        manual.pass(Duration.ofHours(1));
        assertThat(lock.isHeld()).isTrue();
        assertThat(waiter).isNotDone();
        assertThat(told).isEmpty();
        waiter.cancel(false);
    }

    @Test
    void aHeartbeatPeriodBringsOneWrite() {
        LockClient client = manual.newClient();
        held(client);
        manual.pass(Duration.ofMinutes(1));
        manual.dynamo.calls().reset();
        manual.pass(Duration.ofMinutes(10));
        // With half the jitter the period is 4.75 s.
        assertThat(manual.dynamo.calls().count("UpdateItem")).isBetween(600L / 5, 600 / 5 + 10L);
        assertThat(manual.dynamo.calls().total())
                .isEqualTo(manual.dynamo.calls().count("UpdateItem"));
    }

    @Test
    void aLockThatIsNotRenewedIsLostAfterNineTenthsOfItsLease() {
        LockHandle lock = held(
                manual.newClient(), LockRequest.forKey("k").withoutHeartbeat().build());
        manual.pass(Duration.ofMillis(17_999));
        assertThat(lock.isHeld()).isTrue();
        assertThat(lock.remainingLease()).isEqualTo(Duration.ofMillis(1));
        manual.pass(Duration.ofMillis(1));
        assertThat(lock.isHeld()).isFalse();
        assertThat(told).extracting(LockLoss::reason).containsExactly(LockLoss.Reason.EXPIRED);
    }

    @Test
    void aSuspendedMachineFindsItsLockLostAtTheFirstLookAndIsToldOnce() {
        LockHandle lock = held(manual.newClient());
        manual.time.suspend(Duration.ofSeconds(18));
        assertThat(lock.isHeld()).isFalse();
        assertThat(told).extracting(LockLoss::reason).containsExactly(LockLoss.Reason.EXPIRED);
        manual.pass(Duration.ofMinutes(1));
        assertThat(told).hasSize(1);
        assertThat(lock.release()).isEqualTo(ReleaseResult.LOST);
    }

    @Test
    void aWallClockThatIsSetBackTakesNothingAway() {
        LockHandle lock = held(manual.newClient());
        manual.time.jumpWall(Duration.ofDays(-1));
        manual.pass(Duration.ofMinutes(5));
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void anOutageShorterThanTheLeaseIsSurvived() {
        LockHandle lock = held(manual.newClient());
        manual.dynamo.faults().onAny().loseRequest();
        manual.pass(Duration.ofSeconds(12));
        manual.dynamo.faults().clear();
        manual.pass(Duration.ofMinutes(5));
        assertThat(lock.isHeld()).isTrue();
        assertThat(told).isEmpty();
    }

    @Test
    void renewalsWhoseRepliesAreAllLostAreResolvedByTheFirstThatIsNot() {
        LockHandle lock = held(manual.newClient());
        for (int round = 0; round < 20; round++) {
            manual.dynamo.faults().on("UpdateItem").loseReply();
            manual.pass(Duration.ofSeconds(9));
            manual.dynamo.faults().clear();
            manual.pass(Duration.ofSeconds(3));
            assertThat(lock.isHeld()).isTrue();
        }
        assertThat(told).isEmpty();
    }

    @Test
    void anExpiredLockIsNotRevivedByALateRenewal() {
        LockHandle lock = held(manual.newClient());
        manual.dynamo.faults().onAny().loseRequest();
        manual.pass(Duration.ofSeconds(30));
        manual.dynamo.faults().clear();
        manual.pass(Duration.ofMinutes(1));
        assertThat(lock.isHeld()).isFalse();
        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(lock::heartbeat)
                .satisfies(e -> assertThat(e.loss().reason()).isEqualTo(LockLoss.Reason.EXPIRED))
                .withMessageContaining("'k'");
        assertThat(told).hasSize(1);
    }

    @Test
    void aRowThatAnotherTookIsALossNamingTheOther() {
        LockHandle lock = held(manual.newClient());
        manual.dynamo
                .client()
                .updateItem(update -> update.tableName("locks")
                        .key(key())
                        .updateExpression("SET recordVersionNumber = :v, ownerName = :o")
                        .expressionAttributeValues(
                                Map.of(":v", AttributeValue.fromS("other:0"), ":o", AttributeValue.fromS("intruder"))));
        manual.pass(ManualLocks.HEARTBEAT);
        assertThat(lock.isHeld()).isFalse();
        assertThat(told).hasSize(1);
        assertThat(told.get(0).reason()).isEqualTo(LockLoss.Reason.TAKEN_OVER);
        assertThat(told.get(0).row().orElseThrow().ownerName()).isEqualTo("intruder");
    }

    @Test
    void aDeletedRowIsALossAtTheNextRenewal() {
        LockHandle lock = held(manual.newClient());
        deleteRow();
        manual.pass(ManualLocks.HEARTBEAT);
        assertThat(lock.isHeld()).isFalse();
        assertThat(told).extracting(LockLoss::reason).containsExactly(LockLoss.Reason.DELETED);
    }

    @Test
    void aStaleHandleDoesNotDisturbTheNewerOneOfTheSameClient() {
        LockClient client = manual.newClient();
        LockHandle stale =
                held(client, LockRequest.forKey("k").withoutHeartbeat().build());
        deleteRow();
        manual.pass(Duration.ofSeconds(18));
        LockHandle newer = client.acquireAsync(LockRequest.forKey("k").build()).getNow(null);
        assertThat(stale.release()).isEqualTo(ReleaseResult.LOST);
        assertThatExceptionOfType(LockLostException.class).isThrownBy(stale::heartbeat);
        manual.pass(Duration.ofMinutes(5));
        assertThat(newer.isHeld()).isTrue();
        assertThat(client.heldLocks()).hasSize(1);
    }

    @Test
    void anExtensionIsNotCutBackByLaterRenewals() throws InterruptedException {
        LockHandle lock = held(manual.newClient());
        lock.extend(Duration.ofMinutes(10));
        assertThat(lock.remainingLease()).isGreaterThanOrEqualTo(Duration.ofMinutes(10));
        manual.pass(Duration.ofMinutes(1));
        manual.dynamo.faults().onAny().loseRequest();
        manual.pass(Duration.ofMinutes(8));
        assertThat(lock.isHeld()).isTrue();
        manual.pass(Duration.ofMinutes(2));
        assertThat(lock.isHeld()).isFalse();
    }

    @Test
    void aLockIsGivenUpAtItsLongestHoldHoweverWellItIsRenewed() {
        LockHandle lock = held(
                manual.newClient(),
                LockRequest.forKey("k").maxHold(Duration.ofMinutes(2)).build());
        manual.pass(Duration.ofSeconds(119));
        assertThat(lock.isHeld()).isTrue();
        manual.pass(Duration.ofSeconds(1));
        assertThat(lock.isHeld()).isFalse();
        assertThat(told).extracting(LockLoss::reason).containsExactly(LockLoss.Reason.MAX_HOLD);
        manual.dynamo.calls().reset();
        manual.pass(Duration.ofMinutes(2));
        assertThat(manual.dynamo.calls().total()).isZero();
    }

    @Test
    void theEndOfALostLockFreesItsRowWhenItStillIsItsOwn() {
        LockHandle lock = held(
                manual.newClient(),
                LockRequest.forKey("k").maxHold(Duration.ofSeconds(10)).build());
        manual.pass(Duration.ofSeconds(10));
        assertThat(lock.release()).isEqualTo(ReleaseResult.LOST);
        assertThat(ManualLocks.ask(manual.newClient(), Duration.ZERO)).isCompleted();
    }

    @Test
    void theNoticeOfALeaseNearItsEndComesOnceAndAlsoWhenItIsFoundLate() {
        AtomicInteger notices = new AtomicInteger();
        LockRequest request = LockRequest.forKey("k")
                .almostExpired(Duration.ofSeconds(8), notices::incrementAndGet)
                .build();
        LockHandle lock = held(manual.newClient(), request);
        manual.pass(Duration.ofMinutes(5));
        assertThat(notices).hasValue(0);
        assertThat(lock.isAlmostExpired()).isFalse();

        manual.dynamo.faults().onAny().loseRequest();
        manual.pass(Duration.ofSeconds(9));
        assertThat(notices).hasValue(1);
        assertThat(lock.isAlmostExpired()).isTrue();
        assertThat(lock.isHeld()).isTrue();
        manual.pass(Duration.ofMinutes(1));
        assertThat(notices).hasValue(1);
    }

    @Test
    void aSuspendedMachineGetsTheNoticeWithTheLoss() {
        AtomicInteger notices = new AtomicInteger();
        LockHandle lock = held(
                manual.newClient(),
                LockRequest.forKey("k")
                        .almostExpired(Duration.ofSeconds(8), notices::incrementAndGet)
                        .build());
        manual.time.suspend(Duration.ofHours(1));
        assertThat(lock.isHeld()).isFalse();
        assertThat(notices).hasValue(1);
        assertThat(told).hasSize(1);
    }

    @Test
    void aHeartbeatReplacesAndRemovesData() throws InterruptedException {
        LockClient client = manual.newClient();
        LockHandle lock = held(client);
        lock.heartbeat(HeartbeatRequest.plain().withData(AbstractLockClientTests.bytes("x")));
        assertThat(lock.data()).contains(AbstractLockClientTests.bytes("x"));
        assertThat(row()).containsEntry("data", AttributeValue.fromB(AbstractLockClientTests.bytes("x")));
        lock.heartbeat(HeartbeatRequest.plain().withoutData());
        assertThat(lock.data()).isEmpty();
        assertThat(row()).doesNotContainKey("data");
    }

    @Test
    void aLockWhoseReleaseFailedIsToldLostWhenItsLeaseIsOver() {
        LockHandle lock = held(manual.newClient());
        manual.dynamo.faults().on("UpdateItem").throttle();
        assertThatExceptionOfType(LockTableException.class).isThrownBy(lock::release);
        assertThat(lock.isHeld()).isFalse();
        assertThat(told).isEmpty();
        manual.pass(Duration.ofSeconds(18));
        assertThat(told).extracting(LockLoss::reason).containsExactly(LockLoss.Reason.EXPIRED);
    }

    @Test
    void aReleaseThatFailedMayBeTriedAgainAndThenIsNoLoss() {
        LockHandle lock = held(manual.newClient());
        manual.dynamo.faults().on("UpdateItem").times(3).throttle();
        assertThatExceptionOfType(LockTableException.class).isThrownBy(lock::release);
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        manual.pass(Duration.ofMinutes(1));
        assertThat(told).isEmpty();
        assertThat(ManualLocks.ask(manual.newClient(), Duration.ZERO)).isCompleted();
    }

    @Test
    void aReleasedLockIsNotRenewed() {
        LockHandle lock = held(manual.newClient());
        lock.release();
        Map<String, AttributeValue> released = row();
        assertThatExceptionOfType(LockException.class)
                .isThrownBy(lock::heartbeat)
                .withMessageContaining("released");
        manual.pass(Duration.ofMinutes(5));
        assertThat(row()).isEqualTo(released);
    }

    private Map<String, AttributeValue> row() {
        return manual.dynamo
                .client()
                .getItem(get -> get.tableName("locks").key(key()))
                .item();
    }
}

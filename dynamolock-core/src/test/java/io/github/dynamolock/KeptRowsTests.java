package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Rows that stay taken because their holds have a shortest time and ended before it, in manual time. */
class KeptRowsTests {

    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration USED = Duration.ofSeconds(10);
    private static final Duration REST = SHORTEST.minus(USED);
    private static final Duration NANO = Duration.ofNanos(1);

    private final List<String> told = new ArrayList<>();
    private ManualLocks manual;
    private LockClient locks;

    private final class Recorder implements LockListener {
        @Override
        public void lost(HeldLock lock, LockLoss loss) {
            told.add("lost " + loss.reason());
        }

        @Override
        public void released(HeldLock lock) {
            told.add("released");
        }
    }

    @BeforeEach
    void open() throws InterruptedException {
        use(RowFormat.DYNAMOLOCK);
    }

    private void use(RowFormat format) throws InterruptedException {
        if (manual != null) {
            manual.close();
        }
        manual = new ManualLocks(LockTable.named("locks"), format);
        locks = manual.open(manual.builder().listener(new Recorder()));
    }

    @AfterEach
    void close() {
        manual.close();
    }

    private static LockRequest.Builder request() {
        return LockRequest.forKey("k").minHold(SHORTEST);
    }

    private LockHandle take() {
        return ManualLocks.take(locks, request().build());
    }

    private LockHandle takeAndUse() {
        LockHandle lock = take();
        manual.pass(USED);
        return lock;
    }

    private CompletableFuture<LockHandle> attempt(LockClient client) {
        CompletableFuture<LockHandle> asked = ManualLocks.ask(client, Duration.ZERO);
        manual.time.runDue();
        return asked;
    }

    private void assertRefused(LockClient client) {
        assertThat(attempt(client))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(LockNotGrantedException.class);
    }

    private Duration leaseInTheRow() throws InterruptedException {
        return locks.find("k").orElseThrow().leaseDuration();
    }

    private void loseReplies(int calls) {
        manual.dynamo.faults().on("UpdateItem").times(calls).loseReply();
    }

    // The release

    @ParameterizedTest
    @EnumSource(RowFormat.class)
    void aReleaseBeforeTheTimeEndsTheHoldAtOnceAndTheRowIsFreedWhenItIsOver(RowFormat format) throws Exception {
        use(format);
        LockClient other = manual.newClient();
        LockHandle lock = takeAndUse();
        Map<String, AttributeValue> held = manual.row();
        manual.dynamo.calls().reset();
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(manual.dynamo.calls().total()).isEqualTo(1);

        assertThat(lock.isHeld()).isFalse();
        assertThat(lock.remainingLease()).isZero();
        assertThat(locks.heldLocks()).isEmpty();
        assertThat(told).containsExactly("released");
        assertThat(locks.find("k").orElseThrow().state()).isEqualTo(LockInfo.State.HELD);
        assertThat(other.find("k").orElseThrow().state()).isEqualTo(LockInfo.State.HELD);
        assertThat(leaseInTheRow()).isEqualTo(Lease.lastingFor(REST));
        Map<String, AttributeValue> kept = manual.row();
        assertThat(kept).isNotEqualTo(held);

        manual.dynamo.calls().reset();
        manual.pass(REST.minus(NANO));
        assertThat(manual.dynamo.calls().total()).isZero();
        assertThat(manual.row()).isEqualTo(kept);
        assertRefused(other);
        manual.dynamo.calls().reset();
        manual.pass(NANO);
        assertThat(manual.dynamo.calls().total()).isEqualTo(1);
        assertThat(attempt(other)).isCompleted();
        assertThat(told).containsExactly("released");
        assertThat(lock.release()).isEqualTo(ReleaseResult.ALREADY_RELEASED);
        assertThat(lock.lost().toCompletableFuture()).isNotDone();
    }

    @Test
    void aReleaseWhenTheTimeIsOverFreesTheRow() {
        LockHandle lock = take();
        manual.pass(SHORTEST);
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(manual.row()).containsKey("isReleased");
        assertThat(manual.time.pending()).isZero();
    }

    @Test
    void aReleaseJustBeforeTheEndWritesALeaseThatReadersTakeForOne() throws InterruptedException {
        LockHandle lock = take();
        manual.pass(SHORTEST.minus(NANO));
        lock.release();
        assertThat(leaseInTheRow()).isBetween(Duration.ofMillis(1), Duration.ofMillis(2));
        manual.pass(NANO);
        assertThat(attempt(manual.newClient())).isCompleted();
    }

    @Test
    void aTryMeanwhileIsOneCallForAnotherClientAndNoneForTheSame() {
        takeAndUse().release();
        LockClient other = manual.newClient();
        manual.dynamo.calls().reset();
        assertRefused(other);
        assertThat(manual.dynamo.calls().total()).isEqualTo(1);
        assertRefused(locks);
        assertThat(manual.dynamo.calls().total()).isEqualTo(1);
    }

    @Test
    void whatTheReleaseAskedForHappensInTheEnd() throws InterruptedException {
        takeAndUse().release(ReleaseRequest.plain().withData(AbstractLockClientTests.bytes("left")));
        assertThat(locks.find("k").orElseThrow().data()).isNull();
        manual.pass(REST);
        assertThat(locks.find("k").orElseThrow().data()).isEqualTo(AbstractLockClientTests.bytes("left"));
    }

    @Test
    void aDeletingReleaseDeletesInTheEnd() {
        LockHandle lock = ManualLocks.take(locks, request().deleteOnRelease().build());
        lock.release();
        manual.pass(SHORTEST.minus(NANO));
        assertThat(manual.row()).isNotEmpty();
        manual.pass(NANO);
        assertThat(manual.row()).isEmpty();
    }

    @Test
    void nothingRenewsAHandleThatWasReleasedEarly() {
        LockHandle lock = takeAndUse();
        lock.release();
        manual.dynamo.calls().reset();
        assertThatExceptionOfType(LockException.class)
                .isThrownBy(() -> lock.extend(Duration.ofHours(1)))
                .withMessageContaining("was released");
        assertThatExceptionOfType(LockException.class).isThrownBy(lock::heartbeat);
        assertThat(manual.dynamo.calls().total()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {60, 3_600})
    void ofAReentrantLockTheOutermostLevelsTimeCounts(long inner) {
        LockHandle outer = ManualLocks.take(locks, request().reentrant().build());
        LockHandle again = ManualLocks.take(
                locks,
                request().reentrant().minHold(Duration.ofSeconds(inner / 2)).build());
        again.release();
        assertThat(outer.isHeld()).isTrue();
        manual.pass(USED);
        assertThat(outer.release()).isEqualTo(ReleaseResult.RELEASED);
        assertRefused(locks);
        manual.pass(REST.minus(NANO));
        assertRefused(manual.newClient());
        manual.pass(NANO);
        assertThat(attempt(manual.newClient())).isCompleted();
    }

    /** Nobody had any use of such a lock. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLockWhoseCallerHasGoneIsFreedAtOnce(boolean reentrant) {
        LockRequest.Builder request = reentrant ? request().reentrant() : request();
        ReentrantLocks.giveUp(ManualLocks.take(locks, request.build()));
        assertThat(attempt(manual.newClient())).isCompleted();
        assertThat(manual.row()).doesNotContainKey("isReleased");
    }

    @Test
    void aWaiterThatIsCancelledWhenItIsGrantedFreesTheRowAtOnce() {
        LockHandle first =
                ManualLocks.take(manual.newClient(), LockRequest.forKey("k").build());
        List<CompletableFuture<LockHandle>> asked = new ArrayList<>();
        LockClient cancelling = manual.open(manual.builder().listener(new LockListener() {
            @Override
            public void granted(HeldLock lock, Duration waited) {
                asked.get(0).cancel(true);
            }
        }));
        asked.add(cancelling.acquireAsync(
                request().waitTime(Duration.ofMinutes(5)).build()));
        first.release();
        manual.pass(Duration.ofSeconds(1));
        assertThat(asked.get(0)).isCancelled();
        assertThat(manual.row()).containsKey("isReleased");
    }

    // Who waits

    @ParameterizedTest
    @EnumSource(RowFormat.class)
    void aWaiterOfTheSameClientGetsTheLockWhenTheTimeIsOverAndNotBefore(RowFormat format) throws Exception {
        use(format);
        LockHandle lock = take();
        CompletableFuture<LockHandle> next = ManualLocks.ask(locks, Duration.ofMinutes(5));
        manual.pass(USED);
        lock.release();
        manual.pass(REST.minus(NANO));
        assertThat(next).isNotDone();
        assertThat(locks.waitingLocks()).hasSize(1);
        manual.pass(NANO);
        assertThat(ManualLocks.granted(next).isHeld()).isTrue();
        assertThat(ManualLocks.granted(next).fencingToken()).isGreaterThan(lock.fencingToken());
    }

    @Test
    void aWaiterWhoseTimeIsOverBeforeIsRefusedAndToldThatTheRowIsHeld() {
        LockHandle lock = take();
        lock.release();
        CompletableFuture<LockHandle> next = ManualLocks.ask(locks, Duration.ofSeconds(5));
        manual.pass(Duration.ofSeconds(5));
        assertThat(next)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(
                        LockNotGrantedException.class,
                        e -> assertThat(e.holder().orElseThrow().state()).isEqualTo(LockInfo.State.HELD));
    }

    /** The lease that it saw first was the usual one, shorter than what is left. */
    @ParameterizedTest
    @EnumSource(RowFormat.class)
    void aWaiterOfAnotherClientGetsTheLockWhenTheTimeIsOverAndNotBefore(RowFormat format) throws Exception {
        use(format);
        LockHandle lock = take();
        CompletableFuture<LockHandle> next = ManualLocks.ask(manual.newClient(), Duration.ofMinutes(5));
        manual.pass(USED);
        lock.release();
        manual.pass(REST);
        assertThat(next).isNotDone();
        manual.pass(Duration.ofMillis(1_200));
        assertThat(ManualLocks.granted(next).isHeld()).isTrue();
    }

    // Processes that end

    @ParameterizedTest
    @EnumSource(RowFormat.class)
    void closingMeanwhileLeavesTheRowToLapseAndNoTimer(RowFormat format) throws Exception {
        use(format);
        takeAndUse().release();
        CompletableFuture<LockHandle> own = ManualLocks.ask(locks, Duration.ofMinutes(5));
        Map<String, AttributeValue> kept = manual.row();
        manual.dynamo.calls().reset();
        locks.close();
        assertThat(own)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(LockClientClosedException.class);
        assertThat(manual.time.pending()).isZero();
        assertThat(manual.dynamo.calls().total()).isZero();
        assertThat(manual.row()).isEqualTo(kept);
        assertLapses();
        assertThat(told).containsExactly("released");
    }

    @ParameterizedTest
    @EnumSource(RowFormat.class)
    void closingWhileItIsHeldLeavesTheRowToLapseWithWhatRemains(RowFormat format) throws Exception {
        use(format);
        LockHandle lock = takeAndUse();
        CompletableFuture<Void> closed = ((DefaultLockClient) locks).startClosing();
        assertThat(closed).isCompleted();
        assertThat(told).containsExactly("lost CLIENT_CLOSED");
        assertThat(leaseInTheRow()).isEqualTo(Lease.lastingFor(REST));
        assertNothingIsLeftToDo();
        assertThat(lock.release()).isEqualTo(ReleaseResult.LOST);
        assertLapses();
    }

    /** What the closing client would have done next, it does not do any more. */
    private void assertNothingIsLeftToDo() {
        Map<String, AttributeValue> left = manual.row();
        manual.dynamo.calls().reset();
        manual.pass(ManualLocks.HEARTBEAT);
        assertThat(manual.dynamo.calls().total()).isZero();
        assertThat(manual.time.pending()).isZero();
        assertThat(manual.row()).isEqualTo(left);
    }

    /** The row is another's after the time, by the clock of who waits, and without anybody freeing it. */
    private void assertLapses() {
        CompletableFuture<LockHandle> next = ManualLocks.ask(manual.newClient(), Duration.ofMinutes(5));
        manual.pass(REST);
        assertThat(next).isNotDone();
        manual.pass(REST.dividedBy(7));
        assertThat(ManualLocks.granted(next).isHeld()).isTrue();
    }

    @Test
    void closingWhenTheTimeIsOverFreesTheRow() {
        take();
        manual.pass(SHORTEST);
        locks.close();
        assertThat(attempt(manual.newClient())).isCompleted();
    }

    @Test
    void aCloseThatCanNotWriteTriesAgainAndThenTheRowHasWhatRemains() throws InterruptedException {
        takeAndUse();
        manual.dynamo.faults().on("UpdateItem").throttle();
        CompletableFuture<Void> closed = ((DefaultLockClient) locks).startClosing();
        manual.pass(Duration.ofSeconds(8));
        assertThat(closed).isNotDone();
        manual.dynamo.faults().clear();
        manual.pass(Duration.ofMillis(500));
        assertThat(closed).isCompleted();
        assertThat(leaseInTheRow())
                .isBetween(Lease.lastingFor(REST.minusMillis(8_500)), Lease.lastingFor(REST.minusMillis(8_000)));
        manual.pass(REST.minusMillis(8_500));
        assertThat(manual.row()).doesNotContainKey("isReleased");
        assertThat(manual.time.pending()).isZero();
    }

    @Test
    void theReleaseThatIsUnderWayWhenTheClientClosesLeavesTheRowTaken() {
        LockHandle lock = takeAndUse();
        List<CompletableFuture<Void>> closed = new ArrayList<>();
        manual.dynamo
                .faults()
                .on("UpdateItem")
                .when(request -> {
                    if (closed.isEmpty()) {
                        closed.add(((DefaultLockClient) locks).startClosing());
                    }
                    return false;
                })
                .throttle();
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(closed.get(0)).isCompleted();
        assertThat(told).containsExactly("released");
        assertNothingIsLeftToDo();
        assertLapses();
    }

    @Test
    void whoDiesWithoutAReleaseLeavesTheRowToItsLease() {
        ManualLocks.take(locks, request().withoutHeartbeat().build());
        CompletableFuture<LockHandle> next = ManualLocks.ask(manual.newClient(), Duration.ofMinutes(5));
        manual.pass(ManualLocks.LEASE.plusSeconds(1));
        assertThat(ManualLocks.granted(next).isHeld()).isTrue();
    }

    @Test
    void whoDiesAfterTheReleaseLeavesTheRowToLapse() {
        ManualLocks.take(clientWithoutTimers(), request().build()).release();
        CompletableFuture<LockHandle> next = ManualLocks.ask(manual.newClient(), Duration.ofMinutes(5));
        manual.pass(SHORTEST);
        assertThat(next).isNotDone();
        manual.pass(SHORTEST.dividedBy(7));
        assertThat(ManualLocks.granted(next).isHeld()).isTrue();
    }

    /** As of a process that dies after its last call. */
    private LockClient clientWithoutTimers() {
        return client(manual.time, (delay, task) -> () -> {});
    }

    private LockClient client(Clock clock, Scheduler scheduler) {
        return new DefaultLockClient(
                Engines.of(
                        manual.dynamo.client(),
                        ClientSettings.of(manual.builder()),
                        clock,
                        scheduler,
                        Runnable::run,
                        Runnable::run,
                        Runnable::run,
                        () -> 0.5),
                null);
    }

    /** A machine whose clocks run at another rate than the world's. */
    private LockClient clientOfRate(double rate) {
        return client(
                () -> {
                    Moment world = manual.time.now();
                    return new Moment((long) (world.nanos() * rate), (long) (world.wallMillis() * rate));
                },
                (delay, task) -> manual.time.schedule((long) (delay / rate) + 2, task));
    }

    @Test
    void aWaiterWhoseClockRunsFasterByTheWholeBoundDoesNotTakeALapsingRowTooSoon() {
        LockClient slow = clientOfRate(0.95);
        LockHandle lock = ManualLocks.take(slow, request().build());
        lock.release();
        slow.close();
        CompletableFuture<LockHandle> next = ManualLocks.ask(clientOfRate(1.05), Duration.ofMinutes(5));
        manual.pass(Duration.ofNanos((long) (SHORTEST.toNanos() / 0.95)));
        assertThat(next).isNotDone();
        manual.pass(Duration.ofSeconds(2));
        assertThat(next).isCompleted();
    }

    // Lost replies, refusals and failures

    @ParameterizedTest
    @EnumSource(RowFormat.class)
    void aReleaseWhoseReplyIsLostIsSentAgainAndTheRowIsFreedWhenTheTimeIsOver(RowFormat format) throws Exception {
        use(format);
        LockHandle lock = takeAndUse();
        loseReplies(2);
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(told).containsExactly("released");
        assertRefused(manual.newClient());
        manual.pass(REST.minus(NANO));
        assertRefused(manual.newClient());
        manual.pass(NANO);
        assertThat(attempt(manual.newClient())).isCompleted();
    }

    @Test
    void aReleaseThatGotNoAnswerMayBeTriedAgain() {
        LockHandle lock = takeAndUse();
        loseReplies(3);
        assertThatExceptionOfType(LockTableException.class).isThrownBy(lock::release);
        assertThat(lock.isHeld()).isFalse();
        assertThat(told).isEmpty();
        manual.pass(Duration.ofSeconds(1));
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(lock.release()).isEqualTo(ReleaseResult.ALREADY_RELEASED);
        manual.pass(REST.minusSeconds(1).minus(NANO));
        assertRefused(manual.newClient());
        manual.pass(NANO);
        assertThat(attempt(manual.newClient())).isCompleted();
        assertThat(told).containsExactly("released");
    }

    @Test
    void aReleaseThatDoesNotReachTheTableLeavesTheRowToItsFormerLeaseAndIsToldAsALossAtItsEnd() {
        LockHandle lock = takeAndUse();
        Map<String, AttributeValue> held = manual.row();
        manual.dynamo.faults().on("UpdateItem").throttle();
        assertThatExceptionOfType(LockTableException.class).isThrownBy(lock::release);
        manual.dynamo.faults().clear();
        manual.pass(ManualLocks.LEASE);
        assertThat(manual.row()).isEqualTo(held);
        assertThat(told).containsExactly("lost EXPIRED");
        assertThat(manual.time.pending()).isZero();
    }

    /** Its answers take so long that the time is over before the row is written. */
    @Test
    void aReleaseThatLastsBeyondTheTimeFreesTheRow() {
        LockHandle lock = take();
        manual.pass(SHORTEST.minusSeconds(1));
        manual.dynamo
                .faults()
                .on("UpdateItem")
                .times(1)
                .when(request -> {
                    manual.pass(Duration.ofSeconds(2));
                    return true;
                })
                .loseRequest();
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(manual.row()).containsKey("isReleased");
        assertThat(manual.time.pending()).isZero();
    }

    @ParameterizedTest
    @EnumSource(RowFormat.class)
    void aRowThatAnotherHasIsALossAndStaysTheOthers(RowFormat format) throws Exception {
        use(format);
        LockHandle lock = takeAndUse();
        Map<String, AttributeValue> own = manual.row();
        manual.deleteRow(AttributeValue.fromS("k"));
        LockHandle others =
                ManualLocks.take(manual.newClient(), LockRequest.forKey("k").build());
        assertThat(manual.row()).isNotEqualTo(own);
        assertThat(lock.release()).isEqualTo(ReleaseResult.LOST);
        assertThat(told).containsExactly("lost TAKEN_OVER");
        manual.pass(SHORTEST);
        assertThat(others.isHeld()).isTrue();
        assertThat(others.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(manual.time.pending()).isZero();
    }

    @ParameterizedTest
    @EnumSource(RowFormat.class)
    void aRowThatSomebodyDeletedIsALoss(RowFormat format) throws Exception {
        use(format);
        LockHandle lock = takeAndUse();
        manual.deleteRow(AttributeValue.fromS("k"));
        assertThat(lock.release()).isEqualTo(ReleaseResult.LOST);
        assertThat(told).containsExactly("lost DELETED");
        assertThat(manual.row()).isEmpty();
        assertThat(manual.time.pending()).isZero();
    }

    @Test
    void aRowThatSomebodyElseMarkedAsReleasedIsALoss() {
        LockHandle lock = takeAndUse();
        Map<String, AttributeValue> row = new HashMap<>(manual.row());
        row.put("isReleased", AttributeValue.fromS("1"));
        manual.put(AttributeValue.fromS("k"), row);
        assertThat(lock.release()).isEqualTo(ReleaseResult.LOST);
        assertThat(told).containsExactly("lost DELETED");
    }

    @Test
    void aRowThatCanNotBeFreedInTheEndLapsesAndWhoWaitsInTheSameClientGetsIt() {
        takeAndUse().release();
        CompletableFuture<LockHandle> next = ManualLocks.ask(locks, Duration.ofMinutes(10));
        manual.dynamo.faults().on("UpdateItem").throttle();
        manual.dynamo.calls().reset();
        manual.pass(REST);
        assertThat(manual.dynamo.calls().total()).isGreaterThanOrEqualTo(3);
        manual.dynamo.faults().clear();
        manual.pass(Duration.ofSeconds(30));
        assertThat(next).isNotDone();
        manual.pass(Duration.ofSeconds(30));
        assertThat(ManualLocks.granted(next).isHeld()).isTrue();
        assertThat(told).containsExactly("released");
    }

    /** Its holder did the work, late or not: the key is kept from others for as long as was promised. */
    @Test
    void aLostLockWhoseRowIsStillItsOwnKeepsItUntilTheTimeIsOver() {
        LockHandle lock = ManualLocks.take(locks, request().withoutHeartbeat().build());
        manual.pass(Duration.ofSeconds(19));
        assertThat(told).containsExactly("lost EXPIRED");
        assertThat(lock.release()).isEqualTo(ReleaseResult.LOST);
        manual.pass(SHORTEST.minusSeconds(19).minus(NANO));
        assertRefused(manual.newClient());
        manual.pass(NANO);
        assertThat(attempt(manual.newClient())).isCompleted();
    }
}

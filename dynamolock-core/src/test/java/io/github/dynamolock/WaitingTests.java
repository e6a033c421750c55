package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How acquisitions wait, take over, and pass a lock on within one client, in manual time. */
class WaitingTests {

    private ManualLocks manual;

    @BeforeEach
    void open() throws InterruptedException {
        manual = new ManualLocks();
    }

    @AfterEach
    void close() {
        manual.close();
    }

    private static LockHandle granted(CompletableFuture<LockHandle> future) {
        assertThat(future).isCompleted();
        return future.getNow(null);
    }

    private CompletableFuture<LockHandle> mortal(LockClient client) {
        return client.acquireAsync(LockRequest.forKey("k").withoutHeartbeat().build());
    }

    @Test
    void aDeadHoldersLockIsTakenJustAfterItsLeaseAsFirstSeen() {
        LockHandle dead = granted(mortal(manual.newClient()));
        manual.pass(Duration.ofSeconds(15));
        CompletableFuture<LockHandle> waiter = ManualLocks.ask(manual.newClient(), Duration.ofMinutes(2));
        manual.pass(Duration.ofMillis(20_199));
        assertThat(waiter).isNotDone();
        manual.pass(Duration.ofMillis(1));
        assertThat(granted(waiter).fencingToken()).isEqualTo(dead.fencingToken() + 1);
    }

    @Test
    void theWallClockOfAWaiterTakesNoLock() {
        LockHandle held = granted(ManualLocks.ask(manual.newClient(), Duration.ZERO));
        CompletableFuture<LockHandle> waiter = ManualLocks.ask(manual.newClient(), Duration.ofMinutes(2));
        assertThat(waiter).isNotDone();
        manual.time.jumpWall(Duration.ofDays(1));
        manual.pass(Duration.ofSeconds(15));
        assertThat(waiter).isNotDone();
        assertThat(held.isHeld()).isFalse();
        waiter.cancel(false);
    }

    @Test
    void someoneWhoOnlyTriesTakesADeadHoldersLockOnceALeaseHasPassedSinceAnyLook() {
        granted(mortal(manual.newClient()));
        LockClient trying = manual.newClient();
        assertThat(ManualLocks.ask(trying, Duration.ZERO)).isCompletedExceptionally();
        manual.pass(Duration.ofMillis(20_199));
        assertThat(ManualLocks.ask(trying, Duration.ZERO)).isCompletedExceptionally();
        manual.pass(Duration.ofMillis(1));
        manual.dynamo.calls().reset();
        granted(ManualLocks.ask(trying, Duration.ZERO));
        assertThat(manual.dynamo.calls().total()).isEqualTo(1);
    }

    @Test
    void aWaitEndsExactlyWhenItsTimeIsOver() {
        granted(ManualLocks.ask(manual.newClient(), Duration.ZERO));
        CompletableFuture<LockHandle> waiter = ManualLocks.ask(manual.newClient(), Duration.ofMillis(12_345));
        manual.pass(Duration.ofMillis(12_344));
        assertThat(waiter).isNotDone();
        manual.pass(Duration.ofMillis(1));
        assertThat(waiter).isCompletedExceptionally();
    }

    @Test
    void aReleaseIsSeenWithinATenthOfTheWait() {
        LockHandle held = granted(ManualLocks.ask(manual.newClient(), Duration.ZERO));
        CompletableFuture<LockHandle> waiter = ManualLocks.ask(manual.newClient(), Duration.ofMinutes(2));
        manual.pass(Duration.ofSeconds(5));
        held.release();
        manual.pass(Duration.ofMillis(550));
        assertThat(waiter).isCompleted();
    }

    @Test
    void longWaitsCostOneReadForEachPollInterval() {
        granted(ManualLocks.ask(manual.newClient(), Duration.ZERO));
        CompletableFuture<LockHandle> waiter = ManualLocks.ask(manual.newClient(), Duration.ofHours(2));
        manual.pass(Duration.ofMinutes(1));
        manual.dynamo.calls().reset();
        manual.pass(Duration.ofMinutes(10));
        assertThat(manual.dynamo.calls().count("GetItem")).isBetween(590L, 610L);
        waiter.cancel(false);
    }

    @Test
    void manyWaitersOfOneClientCostAsMuchAsOne() {
        granted(ManualLocks.ask(manual.newClient(), Duration.ZERO));
        LockClient crowded = manual.newClient();
        List<CompletableFuture<LockHandle>> waiters = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            waiters.add(ManualLocks.ask(crowded, Duration.ofHours(2)));
        }
        assertThat(crowded.waitingLocks()).hasSize(500);
        manual.pass(Duration.ofMinutes(1));
        manual.dynamo.calls().reset();
        manual.pass(Duration.ofMinutes(10));
        assertThat(manual.dynamo.calls().count("GetItem")).isBetween(590L, 610L);
        waiters.forEach(waiter -> waiter.cancel(false));
        assertThat(crowded.waitingLocks()).isEmpty();
    }

    @Test
    void threadsOfOneClientGetTheLockInTheOrderInWhichTheyCameByOneWriteEach() {
        LockClient client = manual.newClient();
        LockHandle first = granted(ManualLocks.ask(client, Duration.ZERO));
        List<CompletableFuture<LockHandle>> queue = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            queue.add(ManualLocks.ask(client, Duration.ofMinutes(1)));
        }
        manual.dynamo.calls().reset();
        LockHandle holder = first;
        for (int i = 0; i < 10; i++) {
            assertThat(queue.get(i)).isNotDone();
            assertThat(holder.release()).isEqualTo(ReleaseResult.RELEASED);
            LockHandle next = granted(queue.get(i));
            assertThat(next.fencingToken()).isEqualTo(holder.fencingToken() + 1);
            assertThat(holder.isHeld()).isFalse();
            assertThat(next.isHeld()).isTrue();
            holder = next;
        }
        assertThat(manual.dynamo.calls().total()).isEqualTo(10);
    }

    @Test
    void afterSixteenHandOversOtherProcessesGetATurn() {
        LockClient greedy = manual.newClient();
        LockHandle holder = granted(ManualLocks.ask(greedy, Duration.ZERO));
        CompletableFuture<LockHandle> other = ManualLocks.ask(manual.newClient(), Duration.ofMinutes(1));
        List<CompletableFuture<LockHandle>> queue = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            queue.add(ManualLocks.ask(greedy, Duration.ofMinutes(1)));
        }
        for (int i = 0; i < 16; i++) {
            holder.release();
            holder = granted(queue.get(i));
        }
        holder.release();
        assertThat(queue.get(16)).isNotDone();
        manual.pass(Duration.ofMillis(60));
        granted(other).release();
        manual.pass(Duration.ofSeconds(1));
        assertThat(queue.get(16)).isCompleted();
    }

    @Test
    void aLostReplyOfAHandOverIsResolved() {
        LockClient client = manual.newClient();
        LockHandle first = granted(ManualLocks.ask(client, Duration.ZERO));
        CompletableFuture<LockHandle> second = ManualLocks.ask(client, Duration.ofMinutes(1));
        manual.dynamo.faults().on("UpdateItem").times(1).loseReply();
        assertThat(first.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(granted(second).isHeld()).isTrue();
        assertThat(ManualLocks.ask(manual.newClient(), Duration.ZERO)).isCompletedExceptionally();
    }

    @Test
    void aLostRequestOfAHandOverEndsInAnOrdinaryReleaseAndTheNextGetsTheLock() {
        LockClient client = manual.newClient();
        LockHandle first = granted(ManualLocks.ask(client, Duration.ZERO));
        CompletableFuture<LockHandle> second = ManualLocks.ask(client, Duration.ofMinutes(1));
        manual.dynamo.faults().on("UpdateItem").times(1).loseRequest();
        assertThat(first.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(granted(second).isHeld()).isTrue();
    }

    @Test
    void waitingLocksAreListedInTheOrderInWhichTheyCameWhateverTheirKeys() {
        LockClient holder = manual.newClient();
        LockClient client = manual.newClient();
        List<String> keys = List.of("z", "b", "y", "a", "m");
        keys.forEach(key -> granted(holder.acquireAsync(LockRequest.forKey(key).build())));
        for (String key : keys) {
            CompletableFuture<LockHandle> unused = client.acquireAsync(
                    LockRequest.forKey(key).waitTime(Duration.ofMinutes(1)).build());
            manual.pass(Duration.ofMillis(1));
        }
        assertThat(client.waitingLocks()).extracting(WaitingLock::key).isEqualTo(keys);
    }

    @Test
    void aHoldIdThatCannotStandInTheRowFailsTheAcquisitionAndNamesTheGenerator() {
        LockClient client = manual.open(manual.builder().idGenerator(() -> "a:b"));
        assertThatIllegalStateException()
                .isThrownBy(() -> ManualLocks.ask(client, Duration.ZERO))
                .withMessageContaining("idGenerator");
        assertThat(manual.dynamo.calls().count("UpdateItem")).isZero();
    }

    @Test
    void theLocalQueueMovesOnWhenItsHolderLosesTheLock() {
        LockClient client = manual.newClient();
        LockHandle lost = granted(mortal(client));
        CompletableFuture<LockHandle> next = ManualLocks.ask(client, Duration.ofMinutes(2));
        manual.pass(Duration.ofMinutes(1));
        assertThat(lost.isHeld()).isFalse();
        assertThat(granted(next).isHeld()).isTrue();
    }

    @Test
    void aWaiterInTheLocalQueueGivesUpWhenItsTimeIsOverAndTheOthersStay() {
        LockClient client = manual.newClient();
        LockHandle holder = granted(ManualLocks.ask(client, Duration.ZERO));
        CompletableFuture<LockHandle> shortWait = ManualLocks.ask(client, Duration.ofSeconds(1));
        CompletableFuture<LockHandle> longWait = ManualLocks.ask(client, Duration.ofMinutes(1));
        manual.pass(Duration.ofSeconds(1));
        assertThat(shortWait).isCompletedExceptionally();
        holder.release();
        granted(longWait);
    }

    @Test
    void anAcquisitionThatIsCancelledDuringItsCallLeavesNoRowBehind() {
        LockClient client = manual.newClient();
        LockHandle holder = granted(ManualLocks.ask(manual.newClient(), Duration.ZERO));
        CompletableFuture<LockHandle> waiter = ManualLocks.ask(client, Duration.ofMinutes(1));
        waiter.cancel(false);
        holder.release();
        manual.pass(Duration.ofMinutes(1));
        granted(ManualLocks.ask(manual.newClient(), Duration.ZERO));
    }

    @Test
    void transientFailuresDuringAWaitAreRetriedAndFinalOnesAreNot() {
        LockHandle holder = granted(ManualLocks.ask(manual.newClient(), Duration.ZERO));
        CompletableFuture<LockHandle> waiter = ManualLocks.ask(manual.newClient(), Duration.ofMinutes(1));
        manual.dynamo.faults().on("GetItem").loseRequest();
        manual.pass(Duration.ofSeconds(10));
        assertThat(waiter).isNotDone();
        manual.dynamo.faults().clear();
        holder.close();
        manual.dynamo.faults().on("UpdateItem").times(3).throttle();
        manual.pass(Duration.ofSeconds(10));
        assertThat(waiter).isCompleted();
    }

    @Test
    void aReentrantLockIsFreedByItsLastRelease() {
        LockClient client = manual.newClient();
        LockRequest reentrant = LockRequest.forKey("k").reentrant().build();
        LockHandle outer = granted(client.acquireAsync(reentrant));
        manual.dynamo.calls().reset();
        LockHandle inner = granted(client.acquireAsync(reentrant));
        assertThat(inner.fencingToken()).isEqualTo(outer.fencingToken());
        assertThat(manual.dynamo.calls().total()).isZero();
        outer.close();
        assertThat(outer.isHeld()).isFalse();
        assertThat(inner.isHeld()).isTrue();
        assertThat(ManualLocks.ask(manual.newClient(), Duration.ZERO)).isCompletedExceptionally();
        assertThat(inner.release()).isEqualTo(ReleaseResult.RELEASED);
        granted(ManualLocks.ask(manual.newClient(), Duration.ZERO));
    }
}

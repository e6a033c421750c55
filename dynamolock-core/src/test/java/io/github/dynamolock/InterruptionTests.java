package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.dynamolock.local.HeldCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Interrupted callers, with real threads. */
@Timeout(60)
class InterruptionTests extends TwoRealClients {

    /** A thread that does something which ends by an interrupt, and what it threw. */
    private record Caller(Thread thread, CompletableFuture<Throwable> outcome) {

        static Caller of(ThrowingCallable call) {
            CompletableFuture<Throwable> outcome = new CompletableFuture<>();
            Thread thread = new Thread(() -> outcome.complete(catchThrowable(call)));
            thread.start();
            return new Caller(thread, outcome);
        }

        /** How long it took until the interrupt had its effect. */
        Duration interrupt() throws Exception {
            long start = System.nanoTime();
            thread.interrupt();
            assertThat(outcome.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
            return Duration.ofNanos(System.nanoTime() - start);
        }
    }

    private static LockRequest waiting() {
        return LockRequest.forKey("k").waitTime(Duration.ofMinutes(10)).build();
    }

    @Test
    void aWaiterEndsWithinAHundredMillisecondsOfItsInterruptAndLeavesNoRow() throws Exception {
        waitersEndSoonBehind(other.acquire("k"));
    }

    @Test
    void aWaiterBehindAThreadOfItsOwnClientEndsAsFast() throws Exception {
        waitersEndSoonBehind(locks.acquire("k"));
    }

    /** The middle one of several, for the machine may be busy with something else. */
    private void waitersEndSoonBehind(LockHandle held) throws Exception {
        List<Duration> took = new ArrayList<>();
        for (int round = 0; round < 7; round++) {
            Caller caller = Caller.of(() -> locks.acquire(waiting()));
            Awaitility.await().until(() -> !locks.waitingLocks().isEmpty());
            took.add(caller.interrupt());
            Awaitility.await().until(() -> locks.waitingLocks().isEmpty());
        }
        assertThat(took.stream().sorted().toList().get(3)).isLessThan(Duration.ofMillis(100));
        held.release();
        assertThat(other.tryAcquire("k")).isPresent();
    }

    @Test
    void anInterruptEndsAnAcquisitionWhoseCallHangsAndWhatTheCallGrantsIsReleased() throws Exception {
        HeldCalls hanging = backEnd.dynamo.faults().on("UpdateItem").times(1).holdRequest();
        Caller caller = Caller.of(() -> locks.acquire(waiting()));
        assertThat(hanging.awaitArrived(1, Duration.ofSeconds(10))).isTrue();
        caller.interrupt();
        hanging.release();
        Awaitility.await()
                .until(() -> other.find("k")
                        .map(row -> row.state() == LockInfo.State.FREE)
                        .orElse(false));
        assertThat(locks.heldLocks()).isEmpty();
    }

    @Test
    void anInterruptWhileTheTokenIsBeingRaisedLeavesNoRow() throws Exception {
        HeldCalls hanging = backEnd.dynamo
                .faults()
                .on("UpdateItem")
                .when(DeletedRowTokensTests::isRaise)
                .times(1)
                .holdRequest();
        Caller caller = Caller.of(() -> locks.acquire(LockRequest.forKey("k")
                .waitTime(Duration.ofMinutes(10))
                .deleteOnRelease()
                .build()));
        assertThat(hanging.awaitArrived(1, Duration.ofSeconds(10))).isTrue();
        assertThat(other.find("k")).isPresent();
        caller.interrupt();
        hanging.release();
        Awaitility.await().until(() -> other.find("k").isEmpty());
        assertThat(locks.heldLocks()).isEmpty();
    }

    @Test
    void anInterruptEndsALookWhoseCallHangs() throws Exception {
        HeldCalls hanging = backEnd.dynamo.faults().on("GetItem").holdRequest();
        Caller caller = Caller.of(() -> locks.find("k"));
        assertThat(hanging.awaitArrived(1, Duration.ofSeconds(10))).isTrue();
        caller.interrupt();
    }

    @Test
    void anInterruptEndsAHeartbeatButNeitherTheLockNorTheRenewal() throws Exception {
        LockHandle lock =
                locks.acquire(LockRequest.forKey("k").withoutHeartbeat().build());
        HeldCalls hanging = backEnd.dynamo.faults().on("UpdateItem").times(1).holdRequest();
        Caller caller = Caller.of(() -> lock.heartbeat(HeartbeatRequest.plain().withRetries(3)));
        assertThat(hanging.awaitArrived(1, Duration.ofSeconds(10))).isTrue();
        caller.interrupt();
        assertThat(lock.isHeld()).isTrue();
        assertThat(locks.heldLocks().get(0).renewals()).isZero();
        hanging.release();
        Awaitility.await().until(() -> locks.heldLocks().get(0).renewals() == 1);
        lock.heartbeat();
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
    }
}

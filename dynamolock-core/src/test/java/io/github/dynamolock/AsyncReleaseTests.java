package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamolock.local.HeldCalls;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Releases for which nobody waits, with real threads. */
@Timeout(60)
class AsyncReleaseTests extends TwoRealClients {

    private static <T> T await(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test
    void aCallThatHangsBlocksNotTheCallerAndDependentsRunOnAThreadOfTheClient() throws Exception {
        LockHandle lock = locks.acquire("k");
        HeldCalls hanging = backEnd.dynamo.faults().on("UpdateItem").times(1).holdRequest();
        CompletionStage<ReleaseResult> released = lock.releaseAsync();
        assertThat(hanging.awaitArrived(1, Duration.ofSeconds(10))).isTrue();
        assertThat(lock.isHeld()).isFalse();
        CompletionStage<String> dependent = released.thenApply(
                result -> result + " on " + Thread.currentThread().getName());
        assertThat(dependent.toCompletableFuture()).isNotDone();
        assertThat(other.tryAcquire("k")).isEmpty();
        hanging.release();
        assertThat(await(dependent)).startsWith("RELEASED on dynamolock-callback-");
        assertThat(other.tryAcquire("k")).isPresent();
    }

    /** What the dependents do may block: it must not keep other releases and acquisitions from their threads. */
    @Test
    void dependentsThatBlockKeepNoCallFromItsThread() throws Exception {
        CompletableFuture<ReleaseResult> go = new CompletableFuture<>();
        int more = 100;
        CompletableFuture<?>[] blocked = new CompletableFuture<?>[more];
        for (int i = 0; i < more; i++) {
            LockHandle lock = locks.acquire("key-" + i);
            blocked[i] = lock.releaseAsync()
                    .thenCombineAsync(go, (result, unused) -> result)
                    .toCompletableFuture();
        }
        assertThat(locks.acquire("k").release()).isEqualTo(ReleaseResult.RELEASED);
        go.complete(ReleaseResult.RELEASED);
        CompletableFuture.allOf(blocked).get(30, TimeUnit.SECONDS);
    }

    @Test
    void theStageFailsWithWhatAReleaseThrowsAndTheReleaseMayBeTriedAgain() throws Exception {
        LockHandle lock = locks.acquire("k");
        backEnd.dynamo.faults().on("UpdateItem").throttle();
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> await(lock.releaseAsync()))
                .havingCause()
                .isInstanceOf(LockTableException.class)
                .withMessageContaining("'k'");
        assertThat(lock.isHeld()).isFalse();
        backEnd.dynamo.faults().clear();
        assertThat(await(lock.releaseAsync())).isEqualTo(ReleaseResult.RELEASED);
        assertThat(await(lock.releaseAsync())).isEqualTo(ReleaseResult.ALREADY_RELEASED);
        assertThat(lock.release()).isEqualTo(ReleaseResult.ALREADY_RELEASED);
    }

    @Test
    void aReleaseDuringAnotherEndsWithItAndSaysThatTheLockWasReleasedAlready() throws Exception {
        LockHandle lock = locks.acquire("k");
        HeldCalls hanging = backEnd.dynamo.faults().on("UpdateItem").times(1).holdRequest();
        CompletionStage<ReleaseResult> first = lock.releaseAsync();
        CompletionStage<ReleaseResult> second = lock.releaseAsync();
        assertThat(hanging.awaitArrived(1, Duration.ofSeconds(10))).isTrue();
        assertThat(second.toCompletableFuture()).isNotDone();
        hanging.release();
        assertThat(await(first)).isEqualTo(ReleaseResult.RELEASED);
        assertThat(await(second)).isEqualTo(ReleaseResult.ALREADY_RELEASED);
    }

    @Test
    void noOneButTheClientCompletesTheStage() throws Exception {
        LockHandle lock = locks.acquire("k");
        HeldCalls hanging = backEnd.dynamo.faults().on("UpdateItem").times(1).holdRequest();
        CompletionStage<ReleaseResult> released = lock.releaseAsync();
        released.toCompletableFuture().complete(ReleaseResult.LOST);
        released.toCompletableFuture().cancel(true);
        hanging.release();
        assertThat(await(released)).isEqualTo(ReleaseResult.RELEASED);
    }

    @Test
    void anInterruptedThreadReleasesTooAndKeepsItsFlag() throws Exception {
        LockHandle lock = locks.acquire("k");
        Thread.currentThread().interrupt();
        CompletionStage<ReleaseResult> released = lock.releaseAsync();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(await(released)).isEqualTo(ReleaseResult.RELEASED);
        assertThat(other.tryAcquire("k")).isPresent();
    }

    @Test
    void onlyTheLastLevelOfAReentrantLockFreesTheRow() throws Exception {
        LockRequest request = LockRequest.forKey("k").reentrant().build();
        LockHandle outer = locks.acquire(request);
        LockHandle inner = locks.acquire(request);
        assertThat(await(inner.releaseAsync())).isEqualTo(ReleaseResult.RELEASED);
        assertThat(await(inner.releaseAsync())).isEqualTo(ReleaseResult.ALREADY_RELEASED);
        assertThat(outer.isHeld()).isTrue();
        assertThat(other.tryAcquire("k")).isEmpty();
        assertThat(await(outer.releaseAsync())).isEqualTo(ReleaseResult.RELEASED);
        assertThat(await(outer.releaseAsync())).isEqualTo(ReleaseResult.ALREADY_RELEASED);
        assertThat(other.tryAcquire("k")).isPresent();
    }
}

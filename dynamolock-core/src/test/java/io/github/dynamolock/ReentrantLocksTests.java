package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reentrant locks that go on when their thread has left them. */
class ReentrantLocksTests {

    private static final LockRequest REENTRANT =
            LockRequest.forKey("k").reentrant().waitTime(Duration.ofMinutes(1)).build();

    private ManualLocks manual;

    @BeforeEach
    void begin() throws InterruptedException {
        manual = new ManualLocks();
    }

    @AfterEach
    void end() {
        manual.close();
    }

    private static LockHandle granted(CompletableFuture<LockHandle> future) {
        assertThat(future).isCompleted();
        return future.getNow(null);
    }

    @Test
    void aDetachedLockIsHeldButNotEnteredByItsThread() {
        LockClient client = manual.newClient();
        LockHandle held = granted(client.acquireAsync(REENTRANT));
        held.detach();
        assertThat(held.isHeld()).isTrue();
        CompletableFuture<LockHandle> again = client.acquireAsync(REENTRANT);
        manual.pass(Duration.ofSeconds(10));
        assertThat(again).isNotDone();
        assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
        manual.pass(Duration.ofSeconds(1));
        LockHandle next = granted(again);
        assertThat(next.fencingToken()).isGreaterThan(held.fencingToken());
        assertThat(granted(client.acquireAsync(REENTRANT)).fencingToken()).isEqualTo(next.fencingToken());
    }

    @Test
    void aThreadEntersAsLongAsOneOfItsLevelsIsNotDetached() {
        LockClient client = manual.newClient();
        LockHandle outer = granted(client.acquireAsync(REENTRANT));
        LockHandle parted = granted(client.acquireAsync(REENTRANT));
        parted.detach();
        parted.detach();
        LockHandle inner = granted(client.acquireAsync(REENTRANT));
        assertThat(inner.fencingToken()).isEqualTo(outer.fencingToken());
        inner.close();
        outer.close();
        assertThat(parted.isHeld()).isTrue();
        CompletableFuture<LockHandle> again = client.acquireAsync(REENTRANT);
        manual.pass(Duration.ofSeconds(10));
        assertThat(again).isNotDone();
        assertThat(parted.release()).isEqualTo(ReleaseResult.RELEASED);
        manual.pass(Duration.ofSeconds(1));
        assertThat(again).isCompleted();
    }

    @Test
    void detachingALockThatIsNotReentrantChangesNothing() {
        LockHandle held = granted(ManualLocks.ask(manual.newClient(), Duration.ZERO));
        held.detach();
        assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
    }
}

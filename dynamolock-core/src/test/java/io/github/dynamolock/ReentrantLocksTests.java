package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

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

    @Test
    void aLevelShowsAndRenewsTheLockUntilItIsReleased() throws InterruptedException {
        LockRequest request = LockRequest.forKey("k")
                .reentrant()
                .withoutHeartbeat()
                .almostExpired(Duration.ofSeconds(10), null)
                .data(SdkBytes.fromUtf8String("data"))
                .attributes(Map.of("region", AttributeValue.fromS("north")))
                .build();
        LockClient client = manual.newClient();
        LockHandle outer = granted(client.acquireAsync(request));
        LockHandle inner = granted(client.acquireAsync(request));
        assertThat(inner.ownerName()).isEqualTo(outer.ownerName());
        assertThat(inner.lockId()).isEqualTo(outer.lockId());
        assertThat(inner.data()).contains(SdkBytes.fromUtf8String("data"));
        assertThat(inner.attributes()).containsOnlyKeys("region");

        manual.pass(Duration.ofSeconds(10));
        assertThat(inner.isAlmostExpired()).isTrue();
        inner.heartbeat();
        assertThat(inner.isAlmostExpired()).isFalse();
        assertThat(outer.remainingLease()).isEqualTo(Duration.ofSeconds(18));
        inner.heartbeat(HeartbeatRequest.plain().withoutData());
        assertThat(outer.data()).isEmpty();
        inner.extend(Duration.ofSeconds(30));
        assertThat(inner.remainingLease()).isGreaterThanOrEqualTo(Duration.ofSeconds(30));

        assertThat(inner.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(inner.isHeld()).isFalse();
        assertThat(inner.isAlmostExpired()).isTrue();
        assertThat(inner.remainingLease()).isZero();
        assertThatExceptionOfType(LockException.class)
                .isThrownBy(inner::heartbeat)
                .withMessage("this level of lock 'k' was released");
        assertThat(outer.isHeld()).isTrue();
    }

    @Test
    void aLevelIsReleasedOnceHoweverOftenItIsAskedFor() {
        LockClient client = manual.newClient();
        LockHandle outer = granted(client.acquireAsync(REENTRANT));
        LockHandle inner = granted(client.acquireAsync(REENTRANT));
        inner.close();
        inner.close();
        assertThat(inner.release()).isEqualTo(ReleaseResult.ALREADY_RELEASED);
        assertThat(inner.releaseAsync().toCompletableFuture()).isCompletedWithValue(ReleaseResult.ALREADY_RELEASED);
        assertThat(outer.isHeld()).isTrue();

        assertThat(outer.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(outer.release()).isEqualTo(ReleaseResult.ALREADY_RELEASED);
        assertThat(outer.releaseAsync().toCompletableFuture()).isCompletedWithValue(ReleaseResult.ALREADY_RELEASED);
        outer.close();
        assertThat(manual.row()).containsKey("isReleased");
    }

    @Test
    void aLockWhoseLeaseIsOverIsNotEnteredAlsoBeforeAnyoneHasNoticed() {
        LockClient client = manual.newClient();
        LockHandle outer = granted(client.acquireAsync(REENTRANT));
        manual.time.suspend(ManualLocks.LEASE);
        CompletableFuture<LockHandle> again = client.acquireAsync(REENTRANT);
        assertThat(outer.isHeld()).isFalse();

        manual.pass(ManualLocks.LEASE.plusSeconds(2));
        assertThat(granted(again).fencingToken()).isGreaterThan(outer.fencingToken());
    }
}

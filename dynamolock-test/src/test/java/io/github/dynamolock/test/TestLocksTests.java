package io.github.dynamolock.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.LockLoss.Reason;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Other instances, waiters, and time that is moved. */
class TestLocksTests {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final TestLocks locks;
    private final LockClient client;

    TestLocksTests() throws InterruptedException {
        locks = TestLocks.create();
        client = locks.client();
    }

    @AfterEach
    void close() {
        locks.close();
    }

    private CompletableFuture<LockHandle> ask(String key, Duration wait) {
        return client.acquireAsync(LockRequest.forKey(key).waitTime(wait).build());
    }

    @Test
    void theClientIsTheSameEachTimeAndFurtherOnesExcludeIt() throws InterruptedException {
        assertThat(locks.client()).isSameAs(client);
        LockClient further = locks.newClient(settings -> settings.ownerName("further"));
        assertThat(client.acquire("k").isHeld()).isTrue();
        assertThat(further.tryAcquire("k")).isEmpty();
    }

    @Test
    void anotherInstanceHoldsALockAndIsShownAsItsHolder() throws InterruptedException {
        try (LockHandle held = locks.otherInstance().hold("k")) {
            assertThat(held.isHeld()).isTrue();
            assertThatExceptionOfType(LockNotGrantedException.class)
                    .isThrownBy(() -> client.acquire(
                            LockRequest.forKey("k").waitTime(Duration.ZERO).build()))
                    .withMessageContaining("another instance");
        }
        assertThat(client.tryAcquire("k")).isPresent();
    }

    @Test
    void instancesOfDifferentNamesExcludeEachOther() throws InterruptedException {
        LockHandle held = locks.otherInstance("a").hold("k");
        assertThat(locks.otherInstance("a").name()).isEqualTo("a");
        assertThat(locks.otherInstance("a")).isSameAs(locks.otherInstance("a"));
        assertThatExceptionOfType(LockNotGrantedException.class)
                .isThrownBy(() -> locks.otherInstance("b").hold("k"));
        assertThat(held.isHeld()).isTrue();
    }

    @Test
    void aWaiterIsSeenAndItsWaitEndsWhenTheTimeIsMoved() throws InterruptedException {
        LockHandle held = locks.otherInstance().hold("k");
        CompletableFuture<LockHandle> asked = ask("k", Duration.ofHours(1));

        locks.awaitWaiting("k");
        locks.advance(Duration.ofHours(1));

        assertThat(asked).failsWithin(SOON).withThrowableThat().withCauseInstanceOf(LockNotGrantedException.class);
        assertThat(held.isHeld()).isTrue();
    }

    @Test
    void severalWaitersAreCounted() throws InterruptedException {
        assertThat(locks.otherInstance().hold("k").isHeld()).isTrue();
        CompletableFuture<LockHandle> first = ask("k", Duration.ofHours(1));
        CompletableFuture<LockHandle> second = ask("k", Duration.ofHours(1));

        locks.awaitWaiting("k", 2);

        assertThat(first).isNotDone();
        assertThat(second).isNotDone();
    }

    @Test
    void withoutMovingTheTimeAWaiterGetsWhatIsReleased() throws InterruptedException {
        LockHandle held = locks.otherInstance().hold("k");
        CompletableFuture<LockHandle> asked = ask("k", Duration.ofHours(1));
        locks.awaitWaiting("k");

        held.release();

        assertThat(asked).succeedsWithin(SOON);
        assertThat(locks.awaitHeld("k").ownerName()).isEqualTo(client.ownerName());
    }

    @Test
    void whatIsHeldStaysHeldHoweverFarTheTimeIsMoved() throws InterruptedException {
        LockHandle mine = client.acquire("mine");
        LockHandle others = locks.otherInstance().hold("others");

        locks.advance(Duration.ofHours(2));

        assertThat(mine.isHeld()).isTrue();
        assertThat(others.isHeld()).isTrue();
        assertThat(locks.awaitHeld("mine").renewals()).isGreaterThan(TimeUnit.HOURS.toSeconds(2) / 20);
        assertThat(client.tryAcquire("others")).isEmpty();
    }

    @Test
    void aLongestHoldEndsWhenTheTimeIsMoved() throws InterruptedException {
        LockHandle held = client.acquire(
                LockRequest.forKey("k").maxHold(Duration.ofHours(1)).build());
        locks.advance(Duration.ofMinutes(59));
        assertThat(held.isHeld()).isTrue();

        locks.advance(Duration.ofMinutes(1));

        assertThat(held.isHeld()).isFalse();
        assertThat(reasonOf(held)).isEqualTo(Reason.MAX_HOLD);
    }

    @Test
    void anInstanceThatDiedHoldsALockForOneLease() throws InterruptedException {
        locks.otherInstance().holdAndDie("k");
        assertThat(client.tryAcquire("k")).isEmpty();
        locks.advance(Duration.ofSeconds(19));
        assertThat(client.tryAcquire("k")).isEmpty();

        locks.advance(Duration.ofSeconds(2));

        assertThat(client.tryAcquire("k")).isPresent();
    }

    @Test
    void aLockIsTakenOverAndItsHolderLearnsOfItAtItsNextRenewal() throws InterruptedException {
        LockHandle held = client.acquire("k");

        LockHandle taken = locks.otherInstance().takeOver("k");
        locks.advance(client.heartbeatPeriod());

        assertThat(reasonOf(held)).isEqualTo(Reason.TAKEN_OVER);
        assertThat(taken.isHeld()).isTrue();
        assertThat(taken.fencingToken()).isGreaterThan(held.fencingToken());
    }

    @Test
    void aFreeLockCanBeTakenOverToo() throws InterruptedException {
        assertThat(locks.otherInstance().takeOver("k").isHeld()).isTrue();
    }

    @Test
    void whoStillHoldsALockIsNamed() throws InterruptedException {
        LockHandle held = client.acquire("forgotten");
        assertThat(locks.otherInstance().hold("others").isHeld()).isTrue();

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(locks::assertAllReleased)
                .withMessageContaining("[forgotten]");

        held.release();
        locks.assertAllReleased();
    }

    @Test
    void aClientThatWasMadeElsewhereIsWatchedOnRequest() throws InterruptedException {
        try (LockClient elsewhere = LockClient.builder(locks.local().client())
                .table("locks")
                .timeSource(locks.time())
                .build()) {
            LockHandle held = elsewhere.acquire("k");
            TestLocks watching = locks.watching(() -> List.of(elsewhere));

            watching.lose("k");

            assertThat(held.isHeld()).isFalse();
        }
    }

    private static Reason reasonOf(LockHandle lost) {
        LockLoss loss = lost.lost()
                .toCompletableFuture()
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
        return loss.reason();
    }
}

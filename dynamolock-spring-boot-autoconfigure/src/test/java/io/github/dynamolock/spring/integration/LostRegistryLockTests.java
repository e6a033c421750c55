package io.github.dynamolock.spring.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockTableException;
import io.github.dynamolock.spring.AdapterLocks;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a thread is told that its lock was lost, and what trouble with the table means. */
@SuppressWarnings("LockNotBeforeTry") // How locking and unlocking go is what is tested.
class LostRegistryLockTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final AdapterLocks locks = new AdapterLocks();
    private final LockClient client = locks.client();
    private final DynamoLockRegistry registry = new DynamoLockRegistry(client);
    private final DynamoLockRegistry other = new DynamoLockRegistry(locks.client());
    private final Lock lock = registry.obtain("k");

    @AfterEach
    void close() {
        locks.close();
    }

    /** Another process has the lock, and this one knows by now that it has not. */
    private void loseToAnother() {
        LockHandle held = registry.held("k").orElseThrow();
        locks.deleteRow("k");
        assertThat(other.obtain("k").tryLock()).isTrue();
        await().atMost(LIMIT).until(() -> !held.isHeld());
    }

    private boolean isAnothers() {
        return other.held("k").orElseThrow().isHeld();
    }

    @Test
    void unlockingALostLockSaysSoAndLeavesTheNextHolderAlone() throws Exception {
        lock.lock();
        loseToAnother();
        assertThatExceptionOfType(ConcurrentModificationException.class)
                .isThrownBy(lock::unlock)
                .withMessageContaining("'k' was lost while this thread held it");
        other.renewLock("k");
        assertThat(isAnothers()).isTrue();
        assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(lock::unlock);
        other.obtain("k").unlock();
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
    }

    @Test
    void aLossThatNobodyHasNoticedYetIsFoundByTheUnlock() {
        DynamoLockRegistry unattended =
                new DynamoLockRegistry(locks.client(settings -> settings.heartbeatPeriod(Duration.ZERO)));
        unattended.obtain("k").lock();
        locks.deleteRow("k");
        assertThat(other.obtain("k").tryLock()).isTrue();
        assertThatExceptionOfType(ConcurrentModificationException.class)
                .isThrownBy(() -> unattended.obtain("k").unlock());
        assertThat(isAnothers()).isTrue();
    }

    @Test
    void onlyTheLastUnlockOfSeveralSaysSo() {
        lock.lock();
        lock.lock();
        loseToAnother();
        lock.unlock();
        assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(lock::unlock);
        assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(lock::unlock);
    }

    @Test
    void aTryOfTheThreadThatLostItIsRefusedOnceWithoutACallAndTheNextBeginsAnew() throws Exception {
        lock.lock();
        loseToAnother();
        other.obtain("k").unlock();
        locks.calls().reset();
        assertThat(lock.tryLock(LIMIT.toSeconds(), TimeUnit.SECONDS)).isFalse();
        assertThat(locks.calls().total()).isZero();
        assertThat(lock.tryLock()).isTrue();
        assertThat(registry.held("k").orElseThrow().isHeld()).isTrue();
        lock.unlock();
        assertThat(other.obtain("k").tryLock()).isTrue();
    }

    @Test
    void aTryThatWasRefusedForTheLossLeavesItToTheUnlockToSaySo() {
        lock.lock();
        loseToAnother();
        assertThat(lock.tryLock()).isFalse();
        assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(lock::unlock);
        assertThat(isAnothers()).isTrue();
    }

    @Test
    void aLostLockIsNotTakenAgainInSilence() {
        lock.lock();
        loseToAnother();
        other.obtain("k").unlock();
        assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(lock::lock);
        assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(lock::lockInterruptibly);
        assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(lock::unlock);
        lock.lock();
        lock.unlock();
    }

    @Test
    void aLostLockIsNotRenewed() {
        lock.lock();
        loseToAnother();
        assertThatIllegalStateException()
                .isThrownBy(() -> registry.renewLock("k"))
                .withMessageContaining("can't be renewed: it is lost");
        assertThat(isAnothers()).isTrue();
    }

    @Test
    void whatThreadsLostThatEndedWithoutUnlockingIsForgottenOnRequest() throws Exception {
        Thread thread = new Thread(lock::lock);
        thread.start();
        thread.join();
        registry.expireUnusedOlderThan(0);
        assertThat(lock.tryLock()).as("held, and renewed").isFalse();
        locks.deleteRow("k");
        await().atMost(LIMIT).until(() -> client.heldLocks().isEmpty());
        registry.expireUnusedOlderThan(0);
        assertThat(registry)
                .extracting("holds.holds")
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .isEmpty();
    }

    @Test
    void aWaitOutlivesATableThatIsOutOfReach() throws Exception {
        locks.faults().onAny().times(5).throttle();
        Future<?> waiter = locks.threads().submit(() -> {
            lock.lock();
            lock.unlock();
        });
        waiter.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(other.obtain("k").tryLock()).isTrue();
    }

    @Test
    void aHolderKeepsItsLockWhileTheTableIsOutOfReachUntilItsLeaseIsOver() throws Exception {
        lock.lock();
        locks.faults().onAny().throttle();
        assertThat(lock.tryLock(1, TimeUnit.MILLISECONDS)).isTrue();
        lock.unlock();
        LockHandle held = registry.held("k").orElseThrow();
        await().atMost(LIMIT).until(() -> !held.isHeld());
        assertThat(lock.tryLock(LIMIT.toSeconds(), TimeUnit.SECONDS)).isFalse();
        locks.faults().clear();
        assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(lock::unlock);
    }

    @Test
    void aTableThatIsMissingFailsAtOnce() {
        DynamoLockRegistry lost = new DynamoLockRegistry(locks.client(settings -> settings.table("missing")));
        Lock nowhere = lost.obtain("k");
        assertThatExceptionOfType(LockTableException.class)
                .isThrownBy(nowhere::lock)
                .withMessageContaining("missing");
        assertThatExceptionOfType(LockTableException.class).isThrownBy(nowhere::tryLock);
        assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(nowhere::unlock);
    }
}

package io.github.dynamolock.spring.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.spring.AdapterLocks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.integration.support.locks.DistributedLock;

/** What a lock of the registry is to the threads of one process and of others. */
@SuppressWarnings("LockNotBeforeTry") // How locking and unlocking go is what is tested.
class RegistryLockTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final AdapterLocks locks = new AdapterLocks();
    private final LockClient client = locks.client();
    private final LockClient otherClient = locks.client();
    private final DynamoLockRegistry registry = new DynamoLockRegistry(client);
    private final DynamoLockRegistry other = new DynamoLockRegistry(otherClient);

    @AfterEach
    void close() {
        locks.close();
    }

    private <T> T onAnotherThread(Callable<T> task) throws Exception {
        return locks.threads().submit(task).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private boolean othersGet(String key) throws Exception {
        return onAnotherThread(() -> {
            Lock lock = other.obtain(key);
            boolean got = lock.tryLock();
            if (got) {
                lock.unlock();
            }
            return got;
        });
    }

    private void awaitWaiting(int number) {
        await().atMost(LIMIT).until(() -> client.waitingLocks().size() == number);
    }

    @Test
    void aLockIsHeldUntilItIsUnlockedTimeAndAgain() throws Exception {
        Lock lock = registry.obtain("k");
        for (int i = 0; i < 10; i++) {
            lock.lock();
            assertThat(client.heldLocks()).hasSize(1);
            assertThat(othersGet("k")).isFalse();
            lock.unlock();
            assertThat(client.heldLocks()).isEmpty();
            assertThat(othersGet("k")).isTrue();
        }
    }

    @Test
    void eachWayOfLockingTakesItFromOtherProcesses() throws Exception {
        DistributedLock lock = registry.obtain("k");
        List<Callable<Boolean>> ways = List.of(
                () -> {
                    lock.lockInterruptibly();
                    return true;
                },
                () -> lock.tryLock(),
                () -> lock.tryLock(10, TimeUnit.SECONDS),
                () -> lock.tryLock(LIMIT, Duration.ofSeconds(5)),
                () -> {
                    lock.lock(Duration.ofSeconds(5));
                    return true;
                });
        for (Callable<Boolean> way : ways) {
            assertThat(way.call()).isTrue();
            assertThat(othersGet("k")).isFalse();
            lock.unlock();
            assertThat(othersGet("k")).isTrue();
        }
    }

    @Test
    void theLastUnlockOfAThreadThatTookItSeveralTimesFreesIt() throws Exception {
        registry.obtain("k").lock();
        registry.obtain("k").lockInterruptibly();
        assertThat(registry.obtain("k").tryLock()).isTrue();
        assertThat(registry.obtain("k").tryLock(1, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 3; i++) {
            registry.obtain("k").unlock();
            assertThat(othersGet("k")).isFalse();
        }
        registry.obtain("k").unlock();
        assertThat(othersGet("k")).isTrue();
        assertThatExceptionOfType(IllegalMonitorStateException.class)
                .isThrownBy(() -> registry.obtain("k").unlock());
    }

    @Test
    void locksOfOneKeyAreEqualAndOfOthersAreIndependent() throws Exception {
        Lock lock = registry.obtain("k");
        assertThat(registry.obtain("k")).isEqualTo(lock).hasSameHashCodeAs(lock);
        assertThat(registry.obtain("l")).isNotEqualTo(lock);
        assertThat(other.obtain("k")).isNotEqualTo(lock);
        lock.lock();
        Lock independent = registry.obtain("l");
        independent.lock();
        assertThat(othersGet("k")).isFalse();
        independent.unlock();
        assertThat(othersGet("k")).isFalse();
        lock.unlock();
    }

    @Test
    void anotherThreadOfTheProcessDoesNotGetItAndMustNotUnlockIt() throws Exception {
        Lock lock = registry.obtain("k");
        lock.lock();
        assertThat(onAnotherThread(() -> lock.tryLock(50, TimeUnit.MILLISECONDS)))
                .isFalse();
        assertThat(onAnotherThread(() -> lock.tryLock())).isFalse();
        onAnotherThread(() -> assertThatExceptionOfType(IllegalMonitorStateException.class)
                .isThrownBy(lock::unlock)
                .withMessageContaining("does not own the lock 'k'"));
        assertThat(othersGet("k")).isFalse();
        lock.unlock();
    }

    @Test
    void threadsOfOneProcessGetItInTheOrderInWhichTheyCame() throws Exception {
        Lock lock = registry.obtain("k");
        lock.lock();
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        List<Future<?>> waiting = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int number = i;
            waiting.add(locks.threads().submit(() -> {
                lock.lock();
                order.add(number);
                lock.unlock();
            }));
            awaitWaiting(i + 1);
        }
        lock.unlock();
        for (Future<?> each : waiting) {
            each.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
        assertThat(order).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void registriesOfTwoProcessesExcludeEachOtherUnderContention() throws Exception {
        int[] counter = {0};
        AtomicInteger inside = new AtomicInteger();
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            DynamoLockRegistry mine = i % 2 == 0 ? registry : other;
            all.add(locks.threads().submit(() -> {
                for (int n = 0; n < 20; n++) {
                    mine.executeLocked("k", () -> {
                        assertThat(inside.incrementAndGet()).isEqualTo(1);
                        counter[0]++;
                        inside.decrementAndGet();
                    });
                }
                return null;
            }));
        }
        for (Future<?> each : all) {
            each.get(60, TimeUnit.SECONDS);
        }
        assertThat(counter[0]).isEqualTo(120);
    }

    @Test
    void aTimedTryGivesUpWhenItsTimeIsOverAndRunsNothing() throws Exception {
        registry.obtain("k").lock();
        onAnotherThread(() -> assertThatExceptionOfType(TimeoutException.class)
                .isThrownBy(() -> other.executeLocked("k", Duration.ofMillis(100), () -> {
                    throw new AssertionError("ran without the lock");
                })));
        assertThat(onAnotherThread(() -> other.obtain("k").tryLock(-1, TimeUnit.DAYS)))
                .isFalse();
        registry.obtain("k").unlock();
        assertThat(other.obtain("k").tryLock(Long.MAX_VALUE, TimeUnit.DAYS)).isTrue();
        other.obtain("k").unlock();
    }

    @Test
    void aWaiterHasTheLockOfADeadProcessAfterItsLease() throws Exception {
        LockClient dead = locks.client(settings -> settings.heartbeatPeriod(Duration.ZERO));
        assertThat(dead.tryAcquire("k")).isPresent();
        Lock lock = registry.obtain("k");
        assertThat(lock.tryLock()).isFalse();
        assertThat(lock.tryLock(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        lock.unlock();
    }

    @Test
    void aTimeToLiveIsTheLeaseAndTheLockOutlivesItByRenewal() throws Exception {
        DistributedLock lock = registry.obtain("k");
        lock.lock(Duration.ofMillis(900));
        LockInfo row = client.find("k").orElseThrow();
        assertThat(row.leaseDuration()).isEqualTo(Duration.ofMillis(900));
        await().atMost(LIMIT).until(() -> client.heldLocks().get(0).heldFor().compareTo(Duration.ofMillis(1500)) > 0);
        assertThat(othersGet("k")).isFalse();
        assertThat(client.heldLocks().get(0).renewals()).isPositive();
        lock.unlock();
        assertThat(lock.tryLock(Duration.ZERO, Duration.ofSeconds(7))).isTrue();
        assertThat(client.find("k").orElseThrow().leaseDuration()).isEqualTo(Duration.ofSeconds(7));
        lock.unlock();
    }

    @Test
    void aLockHasNoConditions() {
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> registry.obtain("k").newCondition());
    }

    @Test
    void aKeyThatIsNoTextIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> registry.obtain(42))
                .withMessageContaining("must be a String, but was java.lang.Integer");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> registry.obtain("").tryLock());
    }

    @Test
    void theFencingTokenOfAHoldIsItsThreadsToAskForAndGrows() throws Exception {
        assertThat(registry.held("k")).isEmpty();
        registry.obtain("k").lock();
        long first = registry.held("k").orElseThrow().fencingToken();
        assertThat(onAnotherThread(() -> registry.held("k"))).isEmpty();
        registry.obtain("k").unlock();
        assertThat(registry.held("k")).isEmpty();
        other.obtain("k").lock();
        assertThat(other.held("k").orElseThrow().fencingToken()).isGreaterThan(first);
        other.obtain("k").unlock();
    }

    @Test
    void itIsRenewedOnDemandByItsThreadOnly() throws Exception {
        DynamoLockRegistry unattended =
                new DynamoLockRegistry(locks.client(settings -> settings.heartbeatPeriod(Duration.ZERO)));
        assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(() -> unattended.renewLock("k"));
        unattended.obtain("k").lock();
        String version = client.find("k").orElseThrow().recordVersionNumber();
        unattended.renewLock("k");
        assertThat(client.find("k").orElseThrow().recordVersionNumber()).isNotEqualTo(version);
        unattended.renewLock("k", Duration.ofMinutes(1));
        assertThat(unattended.held("k").orElseThrow().remainingLease()).isGreaterThan(Duration.ofSeconds(50));
        onAnotherThread(() -> assertThatExceptionOfType(IllegalMonitorStateException.class)
                .isThrownBy(() -> unattended.renewLock("k", LIMIT)));
        unattended.obtain("k").unlock();
    }

    @Test
    void aWaitThatIsNotToBeInterruptedGoesOnAndKeepsTheFlag() throws Exception {
        registry.obtain("k").lock();
        CountDownLatch got = new CountDownLatch(1);
        boolean[] flag = {false};
        Thread waiter = new Thread(() -> {
            other.obtain("k").lock();
            flag[0] = Thread.currentThread().isInterrupted();
            other.obtain("k").unlock();
            got.countDown();
        });
        waiter.start();
        await().atMost(LIMIT).until(() -> !otherClient.waitingLocks().isEmpty());
        waiter.interrupt();
        await().atMost(LIMIT).until(() -> !waiter.isInterrupted());
        assertThat(got.getCount()).isEqualTo(1);
        registry.obtain("k").unlock();
        assertThat(got.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        waiter.join();
        assertThat(flag[0]).isTrue();
        assertThat(othersGet("k")).isTrue();
    }

    @Test
    void aWaitThatMayBeInterruptedEndsAndLeavesNothingHeld() throws Exception {
        registry.obtain("k").lock();
        Future<?> waiter = locks.threads().submit(() -> {
            registry.obtain("k").lockInterruptibly();
            return null;
        });
        awaitWaiting(1);
        waiter.cancel(true);
        awaitWaiting(0);
        registry.obtain("k").unlock();
        assertThat(othersGet("k")).isTrue();
    }

    @Test
    void onAnInterruptedThreadOnlyWhatMayBeInterruptedThrows() throws Exception {
        Lock lock = registry.obtain("k");
        Thread.currentThread().interrupt();
        assertThat(lock.tryLock()).isTrue();
        lock.lock();
        registry.renewLock("k");
        lock.unlock();
        lock.unlock();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(client.heldLocks()).isEmpty();
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(lock::lockInterruptibly);
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> lock.tryLock(1, TimeUnit.SECONDS));
        assertThat(Thread.interrupted()).isFalse();
        assertThat(othersGet("k")).isTrue();
    }
}

package io.github.dynamolock.spring.shedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockTableException;
import io.github.dynamolock.spring.AdapterLocks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What ShedLock asks of a lock provider, and what ours adds. */
class DynamoLockProviderTests {

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final AdapterLocks locks = new AdapterLocks();
    private final LockClient client = locks.client();
    private final LockClient observer = locks.client();
    private final DynamoLockProvider provider = new DynamoLockProvider(client);
    private final DynamoLockProvider other = new DynamoLockProvider(observer);

    @AfterEach
    void close() {
        locks.close();
    }

    private static LockConfiguration job(Duration atMost, Duration atLeast) {
        return new LockConfiguration(Instant.now(), "job", atMost, atLeast);
    }

    private static LockConfiguration job() {
        return job(LONG, Duration.ZERO);
    }

    private boolean isFree() throws InterruptedException {
        return observer.find("job")
                .map(row -> row.state() == LockInfo.State.FREE)
                .orElse(true);
    }

    private static void awaitPassing(Instant time) {
        await().atMost(LIMIT).until(() -> Instant.now().isAfter(time));
    }

    @Test
    void aLockIsHeldUntilItIsUnlocked() throws Exception {
        SimpleLock lock = provider.lock(job()).orElseThrow();
        assertThat(isFree()).isFalse();
        lock.unlock();
        assertThat(isFree()).isTrue();
    }

    @Test
    void theSameNameIsGivenOnceInThisProcessAndInOthers() {
        SimpleLock lock = provider.lock(job()).orElseThrow();
        assertThat(provider.lock(job())).isEmpty();
        assertThat(other.lock(job())).isEmpty();
        lock.unlock();
        assertThat(other.lock(job())).isPresent();
    }

    @Test
    void namesAreIndependentOfEachOther() {
        assertThat(provider.lock(job())).isPresent();
        assertThat(provider.lock(new LockConfiguration(Instant.now(), "another", LONG, Duration.ZERO)))
                .isPresent();
    }

    @Test
    void itIsHadAgainRightAfterAnUnlockTimeAndAgain() {
        LockConfiguration configuration = job();
        for (int i = 0; i < 10; i++) {
            SimpleLock lock =
                    (i % 2 == 0 ? provider : other).lock(configuration).orElseThrow();
            assertThat(provider.lock(configuration)).isEmpty();
            lock.unlock();
        }
    }

    @Test
    void aTryMakesOneCallAndNeverWaits() {
        DynamoLockProvider unattended =
                new DynamoLockProvider(locks.client(settings -> settings.heartbeatPeriod(Duration.ZERO)));
        locks.calls().reset();
        SimpleLock lock = unattended.lock(job()).orElseThrow();
        assertThat(locks.calls().total()).isEqualTo(1);
        assertThat(other.lock(job())).isEmpty();
        assertThat(locks.calls().total()).isEqualTo(2);
        lock.unlock();
        assertThat(locks.calls().total()).isEqualTo(3);
    }

    @Test
    void aJobThatRunsLongerThanLockAtMostForLosesItsLockAndAnotherInstanceGetsIt() throws Exception {
        SimpleLock stuck =
                provider.lock(job(Duration.ofMillis(50), Duration.ZERO)).orElseThrow();
        await().atMost(LIMIT).until(this::isFree);
        SimpleLock next = other.lock(job()).orElseThrow();
        stuck.unlock();
        assertThat(isFree()).isFalse();
        assertThat(observer.heldLocks()).hasSize(1);
        next.unlock();
        assertThat(isFree()).isTrue();
    }

    @Test
    void aLongJobIsRenewedForAsLongAsLockAtMostForLets() throws Exception {
        SimpleLock lock = provider.lock(job()).orElseThrow();
        assertThat(observer.find("job").orElseThrow().leaseDuration()).isEqualTo(AdapterLocks.LEASE);
        await().atMost(LIMIT)
                .until(() -> client.heldLocks().get(0).heldFor().compareTo(AdapterLocks.LEASE.multipliedBy(2)) > 0);
        assertThat(other.lock(job())).isEmpty();
        lock.unlock();
    }

    @Test
    void aShortLockAtMostForShortensTheLeaseToASecondAtLeast() throws Exception {
        assertThat(provider.lock(job(Duration.ofMillis(1500), Duration.ZERO))).isPresent();
        assertThat(observer.find("job").orElseThrow().leaseDuration()).isEqualTo(Duration.ofMillis(1500));
        await().atMost(LIMIT).until(this::isFree);
        assertThat(provider.lock(job(Duration.ofMillis(500), Duration.ZERO))).isPresent();
        assertThat(observer.find("job").orElseThrow().leaseDuration()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void theLockOfADeadProcessIsHadAfterItsLeaseLongBeforeLockAtMostFor() {
        DynamoLockProvider dead =
                new DynamoLockProvider(locks.client(settings -> settings.heartbeatPeriod(Duration.ZERO)));
        assertThat(dead.lock(job())).isPresent();
        assertThat(provider.lock(job())).isEmpty();
        await().atMost(LIMIT).until(() -> provider.lock(job()).isPresent());
    }

    @Test
    void anUnlockBeforeLockAtLeastForKeepsItTakenUntilThenAndNoLonger() throws Exception {
        Instant began = Instant.now();
        SimpleLock lock = provider.lock(job(LONG, Duration.ofSeconds(1))).orElseThrow();
        lock.unlock();
        assertThat(client.heldLocks()).isEmpty();
        boolean refused = provider.lock(job()).isEmpty() && other.lock(job()).isEmpty();
        assertThat(refused || Instant.now().isAfter(began.plusSeconds(1))).isTrue();
        await().atMost(LIMIT).until(this::isFree);
        assertThat(Instant.now()).isAfterOrEqualTo(began.plusSeconds(1));
        assertThat(other.lock(job())).isPresent();
    }

    @Test
    void anExtendedLockIsHeldBeyondItsFirstLockAtMostFor() throws Exception {
        Instant end = Instant.now().plusMillis(1500);
        SimpleLock lock =
                provider.lock(job(Duration.ofSeconds(1), Duration.ZERO)).orElseThrow();
        SimpleLock extended = lock.extend(LONG, Duration.ZERO).orElseThrow();
        awaitPassing(end);
        assertThat(other.lock(job())).isEmpty();
        extended.unlock();
        assertThat(isFree()).isTrue();
    }

    @Test
    void anExtensionMayRaiseLockAtLeastFor() throws Exception {
        SimpleLock lock = provider.lock(job()).orElseThrow();
        lock.extend(LONG, LONG).orElseThrow().unlock();
        assertThat(client.heldLocks()).isEmpty();
        assertThat(isFree()).isFalse();
        assertThat(provider.lock(job())).isEmpty();
    }

    @Test
    void anExtensionMayDropLockAtLeastFor() throws Exception {
        SimpleLock lock = provider.lock(job(LONG, LONG)).orElseThrow();
        lock.extend(LONG, Duration.ZERO).orElseThrow().unlock();
        assertThat(isFree()).isTrue();
    }

    @Test
    void anExpiredLockIsNotExtended() throws Exception {
        SimpleLock lock =
                provider.lock(job(Duration.ofMillis(1), Duration.ZERO)).orElseThrow();
        await().atMost(LIMIT).until(this::isFree);
        assertThat(lock.extend(LONG, Duration.ZERO)).isEmpty();
        assertThat(isFree()).isTrue();
    }

    @Test
    void aLockThatAnotherTookIsNeitherExtendedNorUnlockedForHim() throws Exception {
        SimpleLock lock = provider.lock(job()).orElseThrow();
        locks.deleteRow("job");
        assertThat(other.lock(job())).isPresent();
        await().atMost(LIMIT).until(() -> client.heldLocks().isEmpty());
        assertThat(lock.extend(LONG, Duration.ZERO)).isEmpty();
        assertThat(isFree()).isFalse();
        assertThat(observer.heldLocks()).hasSize(1);
    }

    @Test
    void aLockIsUnlockedOrExtendedOnce() {
        SimpleLock unlocked = provider.lock(job()).orElseThrow();
        unlocked.unlock();
        assertThatIllegalStateException().isThrownBy(unlocked::unlock);
        assertThatIllegalStateException().isThrownBy(() -> unlocked.extend(LONG, Duration.ZERO));

        SimpleLock first = provider.lock(job()).orElseThrow();
        SimpleLock second = first.extend(LONG, Duration.ZERO).orElseThrow();
        assertThatIllegalStateException().isThrownBy(() -> first.extend(LONG, Duration.ZERO));
        assertThatIllegalStateException().isThrownBy(first::unlock);
        second.unlock();
    }

    @Test
    void manyThreadsOfTwoProcessesNeverHaveItAtOnce() throws Exception {
        int[] runs = {0};
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            DynamoLockProvider mine = i % 2 == 0 ? provider : other;
            all.add(locks.threads().submit(() -> {
                for (int n = 0; n < 25; ) {
                    Optional<SimpleLock> lock = mine.lock(job());
                    if (lock.isPresent()) {
                        int before = runs[0];
                        assertThat(isFree()).isFalse();
                        runs[0] = before + 1;
                        lock.get().unlock();
                        n++;
                    }
                }
                return null;
            }));
        }
        for (Future<?> each : all) {
            each.get(60, TimeUnit.SECONDS);
        }
        assertThat(runs[0]).isEqualTo(150);
    }

    @Test
    void aReleaseThatFailsDoesNotFailTheJob() {
        SimpleLock lock = provider.lock(job()).orElseThrow();
        locks.faults().onAny().throttle();
        lock.unlock();
        assertThat(client.heldLocks()).isEmpty();
    }

    @Test
    void anInterruptedThreadGetsNoneKeepsItsFlagAndUnlocksAllTheSame() throws Exception {
        SimpleLock lock = provider.lock(job()).orElseThrow();
        Thread.currentThread().interrupt();
        assertThat(provider.lock(new LockConfiguration(Instant.now(), "another", LONG, Duration.ZERO)))
                .isEmpty();
        lock.unlock();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(isFree()).isTrue();
        assertThat(observer.find("another")).isEmpty();
    }

    @Test
    void aTableThatIsMissingIsAnErrorAndNotARefusal() {
        DynamoLockProvider nowhere = new DynamoLockProvider(locks.client(settings -> settings.table("missing")));
        assertThatExceptionOfType(LockTableException.class)
                .isThrownBy(() -> nowhere.lock(job()))
                .withMessageContaining("missing");
    }

    @Test
    void nothingIsKeptAboutLocksThatHaveEnded() {
        LockConfiguration unlocked = job();
        SimpleLock lock = provider.lock(unlocked).orElseThrow();
        LockHandle handle = provider.locks().of(unlocked);
        assertThat(handle).isNotNull();
        lock.unlock();
        assertThat(provider.locks().of(unlocked)).isNull();

        LockConfiguration expired = job(Duration.ofMillis(1), Duration.ZERO);
        assertThat(provider.lock(expired)).isPresent();
        await().atMost(LIMIT).until(() -> provider.locks().of(expired) == null);
    }
}

package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many threads of one process on one client. */
@Timeout(60)
class ManyThreadsTests {

    private final LocalBackEnd backEnd = LocalBackEnd.inProcess();
    private LockClient locks;

    @BeforeEach
    void open() throws InterruptedException {
        LockTables.create(backEnd.newClient(), LockTableSpec.of("locks"));
        locks = LockClient.builder(backEnd.newClient())
                .table("locks")
                .leaseDuration(Duration.ofSeconds(30))
                .heartbeatPeriod(Duration.ofMillis(5))
                .build();
    }

    @AfterEach
    void close() {
        locks.close();
        backEnd.close();
    }

    private static void together(List<Callable<Void>> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(work.size());
        try {
            for (Future<Void> one : threads.invokeAll(work)) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aHundredThreadsThatWantOneKeyGetItOnceEachAndNeverTwoAtATime() throws Exception {
        Section section = new Section();
        Callable<Void> pass = () -> {
            try (LockHandle lock = locks.acquire(LockRequest.forKey("k")
                    .pollInterval(Duration.ofMillis(100))
                    .waitTime(Duration.ofSeconds(45))
                    .build())) {
                section.pass(lock.fencingToken());
            }
            return null;
        };
        together(new ArrayList<>(Collections.nCopies(100, pass)));
        assertThat(section.entries()).isEqualTo(100);
        assertThat(section.largestOverlap()).isEqualTo(1);
        assertThat(section.tokens()).hasSize(100).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aReentrantLockIsItsThreadsAloneAndOtherThreadsOfTheClientContend() throws Exception {
        LockRequest reentrant = LockRequest.forKey("k").reentrant().build();
        LockHandle outer = locks.acquire(reentrant);
        LockHandle inner = locks.acquire(reentrant);
        assertThat(tryElsewhere(reentrant)).isFalse();
        inner.close();
        assertThat(outer.isHeld()).isTrue();
        assertThat(tryElsewhere(reentrant)).isFalse();
        outer.close();
        assertThat(tryElsewhere(reentrant)).isTrue();
    }

    private boolean tryElsewhere(LockRequest request) throws Exception {
        return CompletableFuture.supplyAsync(() -> {
                    try {
                        return locks.tryAcquire(request).isPresent();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .get(30, TimeUnit.SECONDS);
    }

    @Test
    void renewalsFromAllSidesAndQuestionsMeanwhileLeaveTheLockHeldWithoutNoticeOrLoss() throws Exception {
        AtomicInteger told = new AtomicInteger();
        LockHandle lock = locks.acquire(LockRequest.forKey("k")
                .almostExpired(Duration.ofSeconds(20), told::incrementAndGet)
                .build());
        CompletableFuture<?> unused =
                lock.lost().thenAccept(loss -> told.incrementAndGet()).toCompletableFuture();
        List<Callable<Void>> work = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            boolean renews = i % 2 == 0;
            work.add(() -> {
                for (int round = 0; round < 500; round++) {
                    if (renews) {
                        lock.heartbeat();
                    }
                    assertThat(lock.isHeld()).isTrue();
                    assertThat(lock.isAlmostExpired()).isFalse();
                    assertThat(lock.remainingLease()).isGreaterThan(Duration.ofSeconds(7));
                }
                return null;
            });
        }
        together(work);
        assertThat(told).hasValue(0);
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(told).hasValue(0);
    }
}

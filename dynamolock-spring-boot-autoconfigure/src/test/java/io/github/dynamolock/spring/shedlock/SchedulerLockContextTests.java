package io.github.dynamolock.spring.shedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.dynamolock.spring.AdapterLocks;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockExtender;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.LockingTaskExecutor;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SchedulerLockContextTests {

    private final AdapterLocks locks = new AdapterLocks();
    private final DynamoLockProvider provider = new DynamoLockProvider(locks.client());
    private final SchedulerLockListener listener = new SchedulerLockListener(provider);
    private final LockingTaskExecutor executor = new DefaultLockingTaskExecutor(provider, listener);

    @AfterEach
    void close() {
        locks.close();
    }

    private static LockConfiguration job(String name) {
        return new LockConfiguration(Instant.now(), name, Duration.ofMinutes(5), Duration.ZERO);
    }

    private static String key() {
        return SchedulerLockContext.current().key();
    }

    private static void assertNone() {
        assertThatIllegalStateException()
                .isThrownBy(SchedulerLockContext::current)
                .withMessageContaining("No @SchedulerLock method");
    }

    @Test
    void aTaskSeesItsLockAndOnlyWhileItRuns() {
        assertNone();
        executor.executeWithLock(
                (Runnable) () -> {
                    assertThat(key()).isEqualTo("outer");
                    assertThat(SchedulerLockContext.current().isHeld()).isTrue();
                    assertThat(SchedulerLockContext.current().fencingToken()).isPositive();
                },
                job("outer"));
        assertNone();
    }

    @Test
    void theInnermostIsSeenAndOneOfTheSameNameSharesTheOuterOnes() {
        executor.executeWithLock(
                (Runnable) () -> {
                    executor.executeWithLock((Runnable) () -> assertThat(key()).isEqualTo("inner"), job("inner"));
                    assertThat(key()).isEqualTo("outer");
                    executor.executeWithLock((Runnable) () -> assertThat(key()).isEqualTo("outer"), job("outer"));
                    assertThat(key()).isEqualTo("outer");
                },
                job("outer"));
        assertNone();
    }

    @Test
    void aTaskUnderAnotherProvidersLockHasNone() {
        LockProvider foreign = configuration -> Optional.of(() -> {});
        LockingTaskExecutor others = new DefaultLockingTaskExecutor(foreign, listener);
        executor.executeWithLock(
                (Runnable) () -> {
                    others.executeWithLock((Runnable) SchedulerLockContextTests::assertNone, job("foreign"));
                    assertThat(key()).isEqualTo("outer");
                },
                job("outer"));
    }

    @Test
    void aTaskThatFailsLeavesNone() {
        assertThatIllegalStateException()
                .isThrownBy(() -> executor.executeWithLock(
                        (Runnable) () -> {
                            throw new IllegalStateException("the task's own");
                        },
                        job("outer")))
                .withMessage("the task's own");
        assertNone();
    }

    @Test
    void aTaskThatExtendsItsLockSeesTheSameHold() {
        executor.executeWithLock(
                (Runnable) () -> {
                    long token = SchedulerLockContext.current().fencingToken();
                    LockExtender.extendActiveLock(Duration.ofHours(1), Duration.ZERO);
                    assertThat(SchedulerLockContext.current().fencingToken()).isEqualTo(token);
                    assertThat(SchedulerLockContext.current().isHeld()).isTrue();
                },
                job("outer"));
        Optional<SimpleLock> next = provider.lock(job("outer"));
        assertThat(next).isPresent();
    }
}

package io.github.dynamolock.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamolock.LockHandle;
import io.github.dynamolock.ReleaseResult;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said when that for which a test waits does not come. */
class WatchedClientsTests {

    private final WatchedClients watched = new WatchedClients(Duration.ofMillis(20));

    @Test
    void aLockThatNobodyHoldsIsNotWaitedForForever() throws InterruptedException {
        try (TestLocks locks = TestLocks.create()) {
            watched.add(() -> List.of(locks.client()));
            LockHandle held = locks.client().acquire("app:42");

            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> watched.awaitHeld("42"))
                    .withMessageContaining("nobody held '42'")
                    .withMessageContaining("held: [app:42]")
                    .withMessageContaining("dynamolock.key-prefix");
            assertThat(watched.awaitHeld("app:42").lock().fencingToken()).isEqualTo(held.fencingToken());
        }
    }

    @Test
    void aWaiterThatDoesNotComeIsNotWaitedForForever() {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> watched.awaitWaiting("k", 1))
                .withMessageContaining("nobody waited for 'k'");
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> watched.awaitWaiting("k", 3))
                .withMessageContaining("fewer than 3 waited for 'k'");
    }

    @Test
    void keysStandInFailuresOnOneLineAndInTheirOrder() throws InterruptedException {
        try (TestLocks locks = TestLocks.create()) {
            watched.add(() -> List.of(locks.client()));
            LockHandle held = locks.client().acquire("a\n\u202eb");

            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> watched.awaitHeld("c\u001b[31m"))
                    .withMessageContaining("nobody held 'c\\u001b[31m'")
                    .withMessageContaining("held: [a\\u000a\\u202eb]");
            assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
        }
    }
}

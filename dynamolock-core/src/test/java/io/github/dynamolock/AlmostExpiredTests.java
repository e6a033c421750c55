package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The notice that a lease is near its end, in manual time. */
class AlmostExpiredTests {

    private final AtomicInteger notices = new AtomicInteger();
    private ManualLocks manual;

    @BeforeEach
    void open() throws InterruptedException {
        manual = new ManualLocks();
    }

    @AfterEach
    void close() {
        manual.close();
    }

    private LockRequest.Builder noticing(Duration safeTime) {
        return LockRequest.forKey("k").almostExpired(safeTime, notices::incrementAndGet);
    }

    @Test
    void theNoticeComesAtItsTimeAndTheQuestionAgreesToTheEnd() {
        LockHandle lock = ManualLocks.take(
                manual.newClient(),
                noticing(Duration.ofMillis(500))
                        .leaseDuration(Duration.ofSeconds(3))
                        .withoutHeartbeat()
                        .build());
        manual.pass(Duration.ofMillis(499));
        assertThat(notices).hasValue(0);
        assertThat(lock.isAlmostExpired()).isFalse();
        manual.pass(Duration.ofMillis(1));
        assertThat(notices).hasValue(1);
        assertThat(lock.isAlmostExpired()).isTrue();
        assertThat(lock.isHeld()).isTrue();
        manual.pass(Duration.ofMillis(2_200));
        assertThat(lock.isHeld()).isFalse();
        assertThat(lock.isAlmostExpired()).isTrue();
        assertThat(notices).hasValue(1);
    }

    @Test
    void renewalsPutTheNoticeOff() throws InterruptedException {
        LockHandle lock = ManualLocks.take(
                manual.newClient(),
                noticing(Duration.ofSeconds(8)).withoutHeartbeat().build());
        for (int i = 0; i < 10; i++) {
            manual.pass(Duration.ofSeconds(7));
            lock.heartbeat();
        }
        assertThat(notices).hasValue(0);
        manual.pass(Duration.ofSeconds(8));
        assertThat(notices).hasValue(1);
    }

    @Test
    void aLockWithoutASafeTimeIsNearItsEndOnlyOnceItIsOver() {
        LockHandle lock = ManualLocks.take(
                manual.newClient(), LockRequest.forKey("k").withoutHeartbeat().build());
        manual.pass(Duration.ofMillis(17_999));
        assertThat(lock.isAlmostExpired()).isFalse();
        manual.pass(Duration.ofMillis(1));
        assertThat(lock.isAlmostExpired()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"6, 1", "15, 1", "15, 3", "20, 5"})
    void whenTheTableIsOutOfReachTheNoticeComesBeforeTheLoss(int lease, int heartbeat) {
        List<String> told = new ArrayList<>();
        LockClient client = manual.open(manual.builder()
                .leaseDuration(Duration.ofSeconds(lease))
                .heartbeatPeriod(Duration.ofSeconds(heartbeat)));
        LockHandle lock = ManualLocks.take(
                client,
                LockRequest.forKey("k")
                        .almostExpired(Duration.ofSeconds(lease - 3 * heartbeat), () -> told.add("almost"))
                        .build());
        CompletableFuture<?> unused =
                lock.lost().thenAccept(loss -> told.add("lost")).toCompletableFuture();
        manual.pass(Duration.ofMinutes(1));
        assertThat(told).isEmpty();
        manual.dynamo.faults().onAny().loseRequest();
        manual.pass(Duration.ofMillis(lease * 900L - 100));
        assertThat(told).first().isEqualTo("almost");
        manual.pass(Duration.ofSeconds(1));
        assertThat(told).containsExactly("almost", "lost");
    }

    @Test
    void nothingIsTimedForALockThatIsReleasedOrLost() {
        LockClient client = manual.newClient();
        LockHandle released =
                ManualLocks.take(client, noticing(Duration.ofSeconds(8)).build());
        assertThat(manual.time.pending()).isEqualTo(1);
        released.release();
        assertThat(manual.time.pending()).isZero();

        LockHandle lost =
                ManualLocks.take(client, noticing(Duration.ofSeconds(8)).build());
        manual.time.suspend(Duration.ofMinutes(1));
        assertThat(lost.isHeld()).isFalse();
        assertThat(manual.time.pending()).isZero();
        assertThat(notices).hasValue(1);
    }
}

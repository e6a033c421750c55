package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A shortest and a longest hold that are counted anew while the lock is held, in manual time. */
class HoldLimitsTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private ManualLocks manual;
    private LockClient client;
    private final List<LockLoss> told = new ArrayList<>();

    @BeforeEach
    void open() throws InterruptedException {
        manual = new ManualLocks();
        client = manual.newClient();
    }

    @AfterEach
    void close() {
        manual.close();
    }

    private LockHandle held(LockRequest.Builder request) {
        LockHandle lock = client.acquireAsync(request.build()).getNow(null);
        CompletableFuture<?> unused = lock.lost().thenAccept(told::add).toCompletableFuture();
        return lock;
    }

    private static LockRequest.Builder request() {
        return LockRequest.forKey("k");
    }

    private boolean isFree() {
        CompletableFuture<LockHandle> asked = ManualLocks.ask(manual.newClient(), Duration.ZERO);
        manual.pass(Duration.ZERO);
        return asked.isDone() && !asked.isCompletedExceptionally();
    }

    @Test
    void aLongestHoldThatIsCountedAnewEndsThatLongFromThenOn() {
        LockHandle lock = held(request().maxHold(MINUTE));
        manual.pass(Duration.ofSeconds(59));
        lock.limitHold(null, MINUTE);
        manual.pass(Duration.ofSeconds(59));
        assertThat(lock.isHeld()).isTrue();
        assertThat(told).isEmpty();
        manual.pass(Duration.ofSeconds(1));
        assertThat(lock.isHeld()).isFalse();
        assertThat(told).extracting(LockLoss::reason).containsExactly(LockLoss.Reason.MAX_HOLD);
    }

    @Test
    void aShorterOneIsToldWhenItIsOverWithoutAnyoneLooking() {
        held(request().maxHold(MINUTE.multipliedBy(10))).limitHold(null, Duration.ofSeconds(3));
        manual.pass(Duration.ofSeconds(2));
        assertThat(told).isEmpty();
        manual.pass(Duration.ofSeconds(1));
        assertThat(told).extracting(LockLoss::reason).containsExactly(LockLoss.Reason.MAX_HOLD);
    }

    @Test
    void withoutOneItIsHeldForGood() {
        LockHandle lock = held(request().maxHold(MINUTE));
        lock.limitHold(null, null);
        manual.pass(MINUTE.multipliedBy(10));
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void aShortestHoldThatIsCountedAnewKeepsTheRowTakenForThatLongFromThenOn() {
        LockHandle lock = held(request());
        manual.pass(MINUTE);
        lock.limitHold(MINUTE, null);
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        manual.pass(Duration.ofSeconds(59));
        assertThat(isFree()).isFalse();
        manual.pass(Duration.ofSeconds(1));
        assertThat(isFree()).isTrue();
    }

    @Test
    void withoutAShortestHoldTheReleaseFreesTheRow() {
        LockHandle lock = held(request().minHold(MINUTE));
        lock.limitHold(null, null);
        lock.release();
        assertThat(isFree()).isTrue();
    }

    @Test
    void theyMakeNoCall() {
        LockHandle lock = held(request());
        manual.dynamo.calls().reset();
        lock.limitHold(MINUTE, MINUTE.multipliedBy(2));
        assertThat(manual.dynamo.calls().total()).isZero();
    }

    @Test
    void theyAreRefusedBeforeAnythingChangesWhenTheyDoNotGoTogether() {
        LockHandle lock = held(request().maxHold(MINUTE));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> lock.limitHold(MINUTE, Duration.ofSeconds(59)))
                .withMessageContaining("must not be longer than maxHold");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> lock.limitHold(null, Duration.ZERO))
                .withMessageContaining("maxHold");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> lock.limitHold(Duration.ZERO, null))
                .withMessageContaining("minHold");
        manual.pass(MINUTE);
        assertThat(lock.isHeld()).isFalse();
    }

    @Test
    void aLostOrReleasedLockHasNoneToChange() {
        LockHandle lost = held(request().maxHold(MINUTE));
        manual.pass(MINUTE);
        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(() -> lost.limitHold(null, MINUTE))
                .satisfies(failure -> assertThat(failure.loss().reason()).isEqualTo(LockLoss.Reason.MAX_HOLD));
        lost.release();
        LockHandle released = held(request());
        released.release();
        assertThatExceptionOfType(LockException.class)
                .isThrownBy(() -> released.limitHold(null, MINUTE))
                .withMessageContaining("released");
    }

    @Test
    void theLevelsOfAReentrantLockShareThem() {
        LockHandle outer = held(request().reentrant());
        LockHandle inner = held(request().reentrant());
        inner.limitHold(null, MINUTE);
        inner.release();
        assertThatExceptionOfType(LockException.class)
                .isThrownBy(() -> inner.limitHold(null, null))
                .withMessageContaining("released");
        manual.pass(MINUTE);
        assertThat(outer.isHeld()).isFalse();
    }
}

package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dynamolock.table.LeaseForm;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MinHoldTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final ManualTime time = new ManualTime();

    private MinHold oneMinute() {
        return MinHold.of(LockRequest.forKey("k").minHold(MINUTE).build(), time.now());
    }

    @Test
    void itEndsThatLongAfterTheGrantAndNoSooner() {
        MinHold minHold = oneMinute();
        time.advance(MINUTE.minusNanos(1));
        assertThat(minHold.isOver(time.now())).isFalse();
        assertThat(minHold.remainingNanos(time.now())).isEqualTo(1);
        time.advance(Duration.ofNanos(1));
        assertThat(minHold.isOver(time.now())).isTrue();
    }

    @Test
    void aWallClockThatIsSetNeitherCutsItShortNorStretchesIt() {
        MinHold minHold = oneMinute();
        time.jumpWall(Duration.ofDays(1));
        assertThat(minHold.remainingNanos(time.now())).isEqualTo(MINUTE.toNanos());
        time.jumpWall(Duration.ofDays(-2));
        time.advance(MINUTE);
        assertThat(minHold.isOver(time.now())).isTrue();
    }

    @Test
    void withoutOneItIsOverFromTheBeginning() {
        assertThat(MinHold.of(LockRequest.forKey("k").build(), time.now())).isEqualTo(MinHold.NONE);
        assertThat(MinHold.NONE.isOver(time.now())).isTrue();
        assertThat(MinHold.NONE.isOver(new Moment(Long.MIN_VALUE, 0))).isTrue();
    }

    /** Both clocks off by five percent, each to the worse side. */
    @ParameterizedTest
    @ValueSource(longs = {1, 999_999, 1_000_000, 8_999_999, 17_999_999, 1_000_000_000L, 3_600_000_000_000L})
    void theLeaseOfWhatRemainsOutlastsItByTheClockOfAnyWaiter(long rest) {
        MinHold minHold = oneMinute();
        Moment now = new Moment(minHold.granted().nanos() + MINUTE.toNanos() - rest, 0);
        Duration lease = minHold.lease(now);
        Moment seen = time.now();
        Moment end = new Moment(seen.nanos() + (long) (rest * 1.05 / 0.95), 0);
        assertThat(new Observation("v", lease, seen).isExpired(end)).isFalse();
        assertThat(lease)
                .isLessThan(Duration.ofNanos(rest).multipliedBy(9).dividedBy(8).plusMillis(3));
    }

    @Test
    void theLeaseIsNeverTooShortToBeWritten() {
        MinHold minHold = oneMinute();
        time.advance(MINUTE.multipliedBy(2));
        assertThat(minHold.lease(time.now())).isGreaterThanOrEqualTo(Duration.ofMillis(1));
    }

    @Test
    void itIsPositiveNotLongerThanTheLongestHoldAndItsLeaseCanBeWritten() {
        MinHold.require(MINUTE, MINUTE);
        MinHold.require(Duration.ofDays(329), null);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MinHold.require(Duration.ZERO, null))
                .withMessage("minHold must be greater than zero");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MinHold.require(MINUTE.negated(), null))
                .withMessageContaining("minHold");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MinHold.require(LeaseForm.LONGEST.plusNanos(1), null))
                .withMessageContaining("minHold");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MinHold.require(LeaseForm.LONGEST, null))
                .withMessageContaining("minHold");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MinHold.require(MINUTE.plusNanos(1), MINUTE))
                .withMessage("minHold PT1M0.000000001S must not be longer than maxHold PT1M");
    }
}

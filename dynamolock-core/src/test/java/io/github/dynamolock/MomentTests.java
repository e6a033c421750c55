package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MomentTests {

    @ParameterizedTest
    @CsvSource({
        "0, 0, 5000000, 5, 5000000, 5000000",
        "0, 0, 5000000, 9, 9000000, 5000000",
        "0, 0, 5000000, 2, 5000000, 5000000",
        "0, 0, 5000000, -3600000, 5000000, 5000000",
        "0, 0, 0, 30000, 30000000000, 0",
        "-7, 100, -2, 100, 5, 5"
    })
    void theLargerOfTheTwoElapsedTimesCounts(
            long nanos, long wall, long laterNanos, long laterWall, long since, long monotonic) {
        Moment earlier = new Moment(nanos, wall);
        Moment later = new Moment(laterNanos, laterWall);
        assertThat(later.since(earlier)).isEqualTo(since);
        assertThat(later.monotonicSince(earlier)).isEqualTo(monotonic);
    }

    @Test
    void theMonotonicClockMayWrapAround() {
        Moment earlier = new Moment(Long.MAX_VALUE - 10, 0);
        Moment later = new Moment(Long.MIN_VALUE + 9, 0);
        assertThat(later.monotonicSince(earlier)).isEqualTo(20);
        assertThat(later.since(earlier)).isEqualTo(20);
    }

    @Test
    void aWallClockThatJumpsByAgesDoesNotOverflow() {
        Moment now = new Moment(0, 1_700_000_000_000L);
        assertThat(new Moment(1, 9_000_000_000_000_000_000L).since(now)).isPositive();
        assertThat(new Moment(1, -9_000_000_000_000_000_000L).since(now)).isEqualTo(1);
    }

    @Test
    void theMachinesClocksGoForward() {
        Moment first = SystemClock.INSTANCE.now();
        Moment second = SystemClock.INSTANCE.now();
        assertThat(second.monotonicSince(first)).isNotNegative();
    }
}

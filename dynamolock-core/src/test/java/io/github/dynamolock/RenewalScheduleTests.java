package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RenewalScheduleTests {

    private static final Duration PERIOD = Duration.ofSeconds(5);
    private static final long SECOND = 1_000_000_000;
    private static final int LOCKS = 10_000;

    private final SplittableRandom random = new SplittableRandom(1);

    private RenewalSchedule granted(long sent, int held) {
        RenewalSchedule schedule = new RenewalSchedule(PERIOD, random::nextDouble);
        schedule.granted(sent, held);
        return schedule;
    }

    @Test
    void aFewLocksAreNotRenewedInTheFirstHalfOfThePeriod() {
        for (int held = 1; held <= 100; held++) {
            assertThat(granted(7, held).nanosUntilDue(7)).isBetween(PERIOD.toNanos() / 2, PERIOD.toNanos());
        }
    }

    @Test
    void manyLocksThatAreGrantedAtOnceAreRenewedEvenlyFromTheFirstSecondOn() {
        assertThat(busiestSecondOfMean(renewals(60, 0))).isLessThan(1.1);
    }

    @Test
    void noRenewalComesLaterThanAPeriodAfterTheOneBefore() {
        for (int i = 0; i < 1000; i++) {
            RenewalSchedule schedule = granted(0, LOCKS);
            long before = 0;
            for (int renewal = 0; renewal < 20; renewal++) {
                long due = schedule.nanosUntilDue(0);
                assertThat(due - before).isBetween(renewal == 0 ? 0 : PERIOD.toNanos() * 9 / 10, PERIOD.toNanos());
                schedule.renewed(due);
                before = due;
            }
        }
    }

    @Test
    void whatAPauseMadeLateAtOnceIsApartAgainAPeriodLater() {
        int[] seconds = renewals(60, 2 * SECOND);
        assertThat(seconds[PAUSE_ENDS]).isGreaterThan(2 * LOCKS / 5);
        int[] fromThen = Arrays.copyOfRange(seconds, PAUSE_ENDS + 5, seconds.length);
        assertThat(busiestSecondOfMean(fromThen)).isLessThan(1.2);
    }

    @Test
    void afterALongPauseNoneIsDueInTheFirstHalfOfThePeriod() {
        RenewalSchedule schedule = granted(0, 1);
        long late = PERIOD.toNanos() * 3;
        schedule.renewed(late);
        assertThat(schedule.nanosUntilDue(late)).isBetween(PERIOD.toNanos() / 2, PERIOD.toNanos());
    }

    @Test
    void whatFailedIsTriedAgainFourTimesAPeriod() {
        RenewalSchedule schedule = granted(0, 1);
        schedule.failed(SECOND);
        assertThat(schedule.nanosUntilDue(SECOND)).isBetween(PERIOD.toNanos() * 9 / 40, PERIOD.toNanos() / 4);
    }

    @Test
    void withoutAPeriodThereIsNoRenewal() {
        assertThat(new RenewalSchedule(Duration.ZERO, random::nextDouble).isAutomatic())
                .isFalse();
    }

    private static final int PAUSE_BEGINS = 20;
    private static final int PAUSE_ENDS = 22;

    /** How many locks, all granted at zero, are renewed in each second; those that are due in the pause at its end. */
    private int[] renewals(int seconds, long pause) {
        int[] bySecond = new int[seconds];
        for (int i = 0; i < LOCKS; i++) {
            RenewalSchedule schedule = granted(0, LOCKS);
            long at = schedule.nanosUntilDue(0);
            while (at < seconds * SECOND) {
                boolean paused = at >= PAUSE_BEGINS * SECOND && at < PAUSE_BEGINS * SECOND + pause;
                long sent = paused ? PAUSE_BEGINS * SECOND + pause : at;
                bySecond[(int) (sent / SECOND)]++;
                schedule.renewed(sent);
                at = schedule.nanosUntilDue(0);
            }
        }
        return bySecond;
    }

    private static double busiestSecondOfMean(int[] bySecond) {
        return IntStream.of(bySecond).max().orElseThrow()
                / IntStream.of(bySecond).average().orElseThrow();
    }
}

package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.local.RegisterHistory.Kind;
import io.github.dynamolock.local.RegisterHistory.Operation;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** That the check tells good histories from bad ones. */
class RegisterHistoryTests {
    private static final long NEVER = Long.MAX_VALUE;

    private static boolean isLinearizable(Operation... operations) {
        RegisterHistory history = new RegisterHistory();
        for (Operation operation : operations) {
            history.add(operation);
        }
        return history.isLinearizable();
    }

    private static Operation read(int value, long called, long answered) {
        return new Operation(Kind.READ, value, 0, called, answered);
    }

    private static Operation write(int value, long called, long answered) {
        return new Operation(Kind.WRITE, 0, value, called, answered);
    }

    private static Operation swap(int expected, int written, long called, long answered) {
        return new Operation(Kind.SWAP, expected, written, called, answered);
    }

    private static Operation refused(int expected, long called, long answered) {
        return new Operation(Kind.SWAP_REFUSED, expected, 0, called, answered);
    }

    @Test
    void oneAfterTheOtherIsGood() {
        assertThat(isLinearizable(read(0, 1, 2), write(1, 3, 4), read(1, 5, 6), swap(1, 2, 7, 8), refused(1, 9, 10)))
                .isTrue();
    }

    @Test
    void aStaleReadIsFound() {
        assertThat(isLinearizable(write(1, 1, 2), read(0, 3, 4))).isFalse();
        assertThat(isLinearizable(write(1, 1, 3), read(0, 2, 4))).isTrue();
    }

    @Test
    void readsThatGoBackAreFound() {
        assertThat(isLinearizable(write(1, 1, 10), read(1, 2, 3), read(0, 4, 5)))
                .isFalse();
        assertThat(isLinearizable(write(1, 1, 10), read(0, 2, 3), read(1, 4, 5)))
                .isTrue();
    }

    @Test
    void aLostUpdateIsFound() {
        assertThat(isLinearizable(write(1, 1, 2), write(2, 3, 4), read(1, 5, 6)))
                .isFalse();
        assertThat(isLinearizable(write(1, 1, 3), write(2, 2, 4), read(1, 5, 6)))
                .isTrue();
    }

    @Test
    void twoWinnersAreFound() {
        assertThat(isLinearizable(swap(0, 1, 1, 4), swap(0, 2, 2, 3))).isFalse();
        assertThat(isLinearizable(swap(0, 1, 1, 4), refused(0, 2, 3))).isTrue();
    }

    @Test
    void aRefusalWithoutReasonIsFound() {
        assertThat(isLinearizable(write(1, 1, 2), refused(1, 3, 4))).isFalse();
        assertThat(isLinearizable(write(1, 1, 2), refused(1, 3, 6), write(2, 4, 5)))
                .isTrue();
    }

    @Test
    void whatWasNotAnsweredMayHaveBeenDoneOrNot() {
        assertThat(isLinearizable(write(1, 1, NEVER), read(0, 2, 3), read(1, 4, 5)))
                .isTrue();
        assertThat(isLinearizable(write(1, 1, NEVER), read(0, 2, 3), read(0, 4, 5)))
                .isTrue();
        assertThat(isLinearizable(write(1, 4, NEVER), read(1, 2, 3))).isFalse();
        assertThat(isLinearizable(write(1, 1, NEVER), read(1, 2, 3), read(0, 4, 5)))
                .isFalse();
    }

    /** Histories that were made in an order are good; with one read changed to a value never written, bad. */
    @Test
    void manyHistoriesAreToldApart() {
        for (long seed = 0; seed < 300; seed++) {
            assertThat(random(seed, false).isLinearizable()).as("seed %d", seed).isTrue();
            assertThat(random(seed, true).isLinearizable())
                    .as("seed %d, spoilt", seed)
                    .isFalse();
        }
    }

    private static RegisterHistory random(long seed, boolean spoilt) {
        SplittableRandom random = new SplittableRandom(seed);
        RegisterHistory history = new RegisterHistory();
        int value = 0;
        for (int i = 1; i <= 60; i++) {
            long moment = i * 100L;
            long called = moment - random.nextInt(300);
            long answered = moment + random.nextInt(300);
            switch (random.nextInt(4)) {
                case 0 -> {
                    history.add(write(i, called, answered));
                    value = i;
                }
                case 1 -> {
                    history.add(swap(value, i, called, random.nextInt(8) == 0 ? NEVER : answered));
                    value = i;
                }
                case 2 -> history.add(refused(value + 1_000, called, answered));
                default -> history.add(read(value, called, answered));
            }
        }
        history.add(read(spoilt ? 999 : value, 7_000, 7_001));
        return history;
    }
}

package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.model.Bounds;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ticks of the model are those of the product's own lease and observation, by clocks that are wrong by 5 %. */
class ModelTimesTests {

    private static final long TICK = 1_000_000_000L;

    @ParameterizedTest
    @ValueSource(strings = {"1.95", "2.9", "20"})
    void aSlowHolderCeasesToBelieveAtTheModelsTick(String ticks) {
        Bounds bounds = Bounds.ours(ticks);

        assertThat(isOver(ticks, bounds.belief())).isTrue();
        assertThat(isOver(ticks, bounds.belief() - 1)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.95", "2.9", "20"})
    void aFastWaiterTakesOverAtTheModelsTick(String ticks) {
        Bounds bounds = Bounds.ours(ticks);

        assertThat(isExpired(ticks, bounds.patience())).isTrue();
        assertThat(isExpired(ticks, bounds.patience() - 1)).isFalse();
        assertThat(bounds.belief()).isLessThanOrEqualTo(bounds.patience());
    }

    private static boolean isOver(String lease, int tick) {
        return Lease.isOver(new Moment(0, 0), duration(lease), new Moment((long) (tick * TICK * 0.95), 0));
    }

    private static boolean isExpired(String lease, int tick) {
        Observation seen = new Observation("v", duration(lease), new Moment(0, 0));
        return seen.isExpired(new Moment((long) (tick * TICK * 1.05), 0));
    }

    private static Duration duration(String ticks) {
        return Duration.ofMillis((long) (Double.parseDouble(ticks) * 1_000));
    }
}

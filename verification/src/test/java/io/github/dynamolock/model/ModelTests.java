package io.github.dynamolock.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The model within bounds of seconds; {@code .ci/model} explores it within larger ones. */
class ModelTests {

    private static final String LEASE = "1.95";
    private static final int MOST_STATES = 60_000_000;

    @Test
    void nothingIsBrokenWithinTheBoundsAndAClientAloneGetsTheLock() {
        Bounds bounds = Bounds.of(Variant.OURS, 2, 3, 1, 0, false, LEASE);

        Search.Result result = explore(Variant.OURS, bounds, true);

        assertThat(result.broken()).isNull();
        assertThat(result.complete()).isTrue();
        assertThat(result.states()).isGreaterThan(5_000);
    }

    @Test
    @EnabledIfSystemProperty(named = "dynamolock.model", matches = "large")
    void nothingIsBrokenWithinLargeBounds() {
        Bounds bounds = Bounds.of(Variant.OURS, 3, 3, 1, 1, false, LEASE);

        Search.Result result = explore(Variant.OURS, bounds, false);

        assertThat(result.broken()).isNull();
        assertThat(result.complete()).isTrue();
        assertThat(result.states()).isGreaterThan(10_000_000);
    }

    @Test
    void nothingIsBrokenWhenAnswersAreLate() {
        Bounds bounds = Bounds.of(Variant.OURS, 2, 3, 1, 0, true, LEASE);

        Search.Result result = explore(Variant.OURS, bounds, false);

        assertThat(result.broken()).isNull();
        assertThat(result.complete()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OURS")
    void eachMistakeIsFoundAndItsTraceIsPrinted(Variant mistake) {
        boolean delays = mistake == Variant.M9;
        Bounds bounds = Bounds.of(mistake, 2, 3, delays ? 1 : 2, delays ? 0 : 1, delays, LEASE);

        Search.Result result = explore(mistake, bounds, false);

        assertThat(result.broken()).isEqualTo(mistake.broken());
        assertThat(result.trace()).hasSizeBetween(3, 40);
    }

    @Test
    void aLeaseOfTwentyTicksIsSafeByTheSameMarginsAndUnsafeWithoutThem() {
        Bounds ours = Bounds.of(Variant.OURS, 2, 3, 1, 0, false, "20");
        Bounds marginless = Bounds.of(Variant.M6, 2, 3, 1, 0, false, "20");

        assertThat(ours.belief()).isEqualTo(19).isLessThanOrEqualTo(ours.patience());
        assertThat(marginless.belief()).isEqualTo(22).isGreaterThan(marginless.patience());
    }

    private static Search.Result explore(Variant variant, Bounds bounds, boolean liveness) {
        long start = System.nanoTime();
        Search.Result result = Search.run(variant, bounds, MOST_STATES, liveness);
        System.out.println(ModelRun.line(variant, bounds, result, (System.nanoTime() - start) / 1e9));
        result.trace().forEach(System.out::println);
        return result;
    }
}

package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is shared between threads answers as if one call came after the other, in random scenarios that Lincheck draws: once
 * on threads that run as they like, once with every switch between threads chosen by it. More with
 * {@code DYNAMOLOCK_THREAD_SCENARIOS} and {@code DYNAMOLOCK_THREAD_RUNS}.
 */
class ThreadsTests {

    private static final int SCENARIOS = number("DYNAMOLOCK_THREAD_SCENARIOS", 3);
    private static final int RUNS = number("DYNAMOLOCK_THREAD_RUNS", 100);

    private static int number(String variable, int otherwise) {
        String given = System.getenv(variable);
        return given == null ? otherwise : Integer.parseInt(given);
    }

    private static void check(Options<?, ?> options, Class<?> operations) {
        options.iterations(SCENARIOS);
        options.invocationsPerIteration(RUNS);
        options.threads(3);
        options.actorsPerThread(2);
        options.check(operations);
    }

    static List<Class<?>> shared() {
        return List.of(
                HoldStateThreads.class,
                HoldsThreads.class,
                LocalQueuesThreads.class,
                TokenSeedsThreads.class,
                ObservationsThreads.class);
    }

    @ParameterizedTest
    @MethodSource("shared")
    void isRightOnThreadsThatRunAsTheyLike(Class<?> operations) {
        check(new StressOptions(), operations);
    }

    @ParameterizedTest
    @MethodSource("shared")
    void isRightWhereverThreadsAreSwitched(Class<?> operations) {
        check(new ModelCheckingOptions(), operations);
    }

    @Test
    void aMistakeIsFound() {
        assertThatThrownBy(() -> check(new ModelCheckingOptions(), TornCounterThreads.class))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining("next()");
    }
}

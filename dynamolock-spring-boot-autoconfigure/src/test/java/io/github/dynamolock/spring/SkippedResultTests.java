package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a skipped method returns. */
class SkippedResultTests {

    @ParameterizedTest
    @ValueSource(classes = {void.class, Void.class, Object.class, String.class, Integer.class, List.class, int[].class})
    void nothingWhereNothingCanBeReturned(Class<?> type) {
        assertThat(SkippedResult.of(type)).isNull();
    }

    @Test
    void theZeroOfEachPrimitiveType() {
        Map<Class<?>, Object> zeros = Map.of(
                boolean.class,
                false,
                byte.class,
                (byte) 0,
                short.class,
                (short) 0,
                char.class,
                '\0',
                int.class,
                0,
                long.class,
                0L,
                float.class,
                0.0f,
                double.class,
                0.0d);
        zeros.forEach((type, zero) -> assertThat(SkippedResult.of(type)).isEqualTo(zero));
    }

    @Test
    void anEmptyOptionalOfEachKind() {
        assertThat(SkippedResult.of(Optional.class)).isEqualTo(Optional.empty());
        assertThat(SkippedResult.of(OptionalInt.class)).isEqualTo(OptionalInt.empty());
        assertThat(SkippedResult.of(OptionalLong.class)).isEqualTo(OptionalLong.empty());
        assertThat(SkippedResult.of(OptionalDouble.class)).isEqualTo(OptionalDouble.empty());
    }
}

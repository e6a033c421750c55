package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTests {

    private static final String LONG = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
            + "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
            + "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";

    @Test
    void anIdIsAHundredAndTwentyEightRandomBitsWithoutAColonAndDoesNotComeAgain() {
        Set<String> ids = new HashSet<>();
        Set<Integer> digits = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            String id = Ids.random();
            assertThat(id).matches("[0-9a-f]{32}");
            ids.add(id);
            id.chars().forEach(digits::add);
        }
        assertThat(ids).hasSize(10_000);
        assertThat(digits).hasSize(16);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "  ", "a:b", LONG})
    void anIdOfSomebodyElsesMakingThatAVersionCannotCarryIsRefused(String id) {
        Supplier<String> ids = Ids.checked(() -> id);

        assertThatIllegalStateException().isThrownBy(ids::get).withMessageContaining("no colon");
    }

    @Test
    void anIdOfSomebodyElsesMakingIsTakenAsItIs() {
        assertThat(Ids.checked(() -> "order 17").get()).isEqualTo("order 17");
    }
}

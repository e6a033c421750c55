package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IdsTests {

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
}

package io.github.dynamolock.samples.campaigns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkTimeTests {

    @Test
    void readsTimesWithAUnit() {
        assertThat(WorkTime.valueOf("500ms").duration()).isEqualTo(Duration.ofMillis(500));
        assertThat(WorkTime.valueOf("10m").duration()).isEqualTo(WorkTime.LONGEST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-1s", "11m", "PT5S", "1 h", "99999999999999999999s"})
    void refusesEverythingElseAndSaysWhatItTakes(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WorkTime.valueOf(text))
                .withMessageContaining("500ms, 2s or 1m, and at most 10m");
    }
}

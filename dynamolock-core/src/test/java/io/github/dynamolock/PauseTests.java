package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Waits on a timer whose tasks can't be cancelled any more: they run at the moment at which they are cut short. */
class PauseTests {

    private final List<Runnable> timer = new ArrayList<>();
    private final List<String> ended = new ArrayList<>();
    private final Pause pause = new Pause((nanos, task) -> {
        timer.add(task);
        return () -> {};
    });

    @Test
    void aWaitRunsToItsEndOnceAndThenThereIsNoneToCutShort() {
        pause.begin(1, () -> ended.add("first"));
        timer.get(0).run();
        timer.get(0).run();

        assertThat(ended).containsExactly("first");
        assertThat(pause.end()).isFalse();
    }

    @Test
    void aWaitThatWasCutShortDoesNotRunToItsEnd() {
        pause.begin(1, () -> ended.add("first"));

        assertThat(pause.end()).isTrue();
        timer.get(0).run();
        assertThat(ended).isEmpty();
    }

    @Test
    void theEndOfAnOlderWaitIsNotThatOfTheOneInItsPlace() {
        pause.begin(1, () -> ended.add("first"));
        pause.begin(2, () -> ended.add("second"));
        timer.get(0).run();
        assertThat(ended).isEmpty();

        timer.get(1).run();
        assertThat(ended).containsExactly("second");
    }
}

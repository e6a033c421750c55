package io.github.dynamolock.verification;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BeliefTests {

    @TempDir
    private Path files;

    @Test
    void oneAfterTheOtherIsAsItShouldBe() {
        assertThat(Belief.faults(List.of(
                        new Belief("k", 2, 21, 30),
                        new Belief("k", 1, 10, 20),
                        new Belief("other", 1, 15, 25),
                        new Belief("k", 5, 40, 41))))
                .isEmpty();
    }

    @Test
    void twoAtOnceAreFoundAlsoWhenTheFirstOutlastsSeveral() {
        assertThat(Belief.faults(
                        List.of(new Belief("k", 1, 10, 100), new Belief("k", 2, 20, 30), new Belief("k", 3, 40, 50))))
                .hasSize(2)
                .allMatch(fault -> fault.startsWith("two at once"));
    }

    @Test
    void aTokenThatDoesNotGrowIsFound() {
        assertThat(Belief.faults(List.of(new Belief("k", 7, 10, 20), new Belief("k", 7, 30, 40))))
                .singleElement()
                .asString()
                .startsWith("after the token 7");
        assertThat(Belief.faults(List.of(new Belief("k", 7, 10, 20), new Belief("k", 6, 30, 40))))
                .hasSize(1);
    }

    @Test
    void whatWasWrittenIsRead() throws Exception {
        Belief belief = new Belief("k-1", 1234, 5, 6);
        Path file = files.resolve("beliefs");
        Files.writeString(file, belief.line() + belief.line() + "k-1 12", StandardCharsets.US_ASCII);
        assertThat(Belief.read(file)).containsExactly(belief, belief);
    }
}

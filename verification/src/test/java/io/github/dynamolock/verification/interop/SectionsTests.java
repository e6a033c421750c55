package io.github.dynamolock.verification.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.verification.interop.Sections.Side;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The detector must see what it is there to see. */
class SectionsTests {

    private final Sections sections = new Sections();

    @Test
    void sectionsOfTwoKeysMayOverlap() {
        int one = sections.enter("a", Side.OURS, "p", 1);
        sections.enter("b", Side.THEIRS, "q", 0);
        sections.still(one, sections.now());
        assertThat(sections.summary().overlaps()).isEmpty();
    }

    @Test
    void anOverlapIsSeenEvenWhenItIsReportedLate() {
        int one = sections.enter("k", Side.OURS, "p", 1);
        sections.enter("k", Side.THEIRS, "q", 0);
        sections.leave(one, false);
        assertThat(sections.summary().overlaps()).isEmpty();
        sections.still(one, sections.now());
        assertThat(sections.summary().overlaps()).hasSize(1);
    }

    @Test
    void aKilledHoldersSectionLastsItsLease() {
        sections.enter("k", Side.THEIRS, "p", 0);
        sections.killed("p", Duration.ofMinutes(1));
        sections.enter("k", Side.OURS, "q", 1);
        assertThat(sections.summary().overlaps()).hasSize(1);
        assertThat(sections.summary().takenOverByUs()).isEqualTo(1);
    }

    @Test
    void oneWhoLeftInTimeIsNotBlamedWhenItsProcessIsKilled() {
        sections.leave(sections.enter("k", Side.THEIRS, "p", 0), false);
        sections.killed("p", Duration.ofMinutes(1));
        sections.enter("k", Side.OURS, "q", 1);
        assertThat(sections.summary().overlaps()).isEmpty();
        assertThat(sections.summary().theirsToOurs()).isEqualTo(1);
    }

    @Test
    void aTokenThatDoesNotGrowIsSeen() {
        sections.leave(sections.enter("k", Side.OURS, "p", 7), false);
        sections.leave(sections.enter("k", Side.THEIRS, "q", 0), false);
        sections.leave(sections.enter("k", Side.OURS, "p", 7), false);
        assertThat(sections.summary().tokenFaults()).hasSize(1);
    }
}

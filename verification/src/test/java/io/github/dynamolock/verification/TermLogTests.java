package io.github.dynamolock.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.verification.TermLog.Span;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TermLogTests {

    @Test
    void aSpanIsFromAfterTheFirstYesToBeforeTheLast() {
        assertThat(TermLog.spans(
                        "a", List.of("7 100 110", "7 200 210", "7 300 310", "9 500 510", "9 600 610", "10 70")))
                .containsExactly(new Span("a", 7, 110, 300), new Span("a", 9, 510, 600));
    }

    @Test
    void oneYesIsNoSpan() {
        assertThat(TermLog.spans("a", List.of("7 100 110"))).isEmpty();
    }

    @Test
    void twoThatLeadAtOnceAreFound() {
        List<Span> first = TermLog.spans("a", List.of("7 100 110", "7 300 310"));
        List<Span> after = TermLog.spans("b", List.of("8 290 301", "8 400 410"));
        List<Span> within = TermLog.spans("b", List.of("8 290 300", "8 400 410"));
        assertThat(TermLog.overlaps(
                        Stream.concat(first.stream(), after.stream()).toList()))
                .isEmpty();
        assertThat(TermLog.overlaps(
                        Stream.concat(within.stream(), first.stream()).toList()))
                .hasSize(1);
    }
}

package io.github.dynamolock.verification.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ResultsTests {
    private final Results results = new Results();

    @Test
    void figuresStandBesideTheirRatioToOurs() {
        Results.Line line = results.line("calls", 1);
        line.put(PeerKind.DYNAMOLOCK, 2);
        line.put(PeerKind.AWS_LOCK_CLIENT, 3);
        line.put(PeerKind.SHEDLOCK, "does not wait");
        assertThat(results.markdown()).endsWith("| calls | 2.0 | 3.0 (1.5×) | – | does not wait |\n");
        assertThat(results.ours("calls")).hasValue(2);
    }

    @Test
    void whatWasNotMeasuredHasNoFigure() {
        Results.Line line = results.line("ms", 0);
        line.put(PeerKind.DYNAMOLOCK, Sample.of(List.of()).median());
        line.put(PeerKind.AWS_LOCK_CLIENT, 1234);
        assertThat(results.markdown()).endsWith("| ms | – | 1,234 | – | – |\n");
        assertThat(results.ours("ms")).isEmpty();
        assertThat(results.ours("another")).isEmpty();
    }

    @Test
    void sharesOfASample() {
        Sample sample = Sample.of(List.of(3.0, 1.0, 2.0));
        assertThat(sample.median()).isEqualTo(2);
        assertThat(sample.p99()).isEqualTo(3);
        assertThat(sample.max()).isEqualTo(3);
        assertThat(sample.mean()).isEqualTo(2);
    }
}

package io.github.dynamolock.verification.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Prints what one call through the advice costs when its locks answer at once, beside calls of other proxies. */
class AnnotatedCallBenchmarks {

    @Test
    void oneCall() throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include(AnnotatedCall.class.getSimpleName())
                        .addProfiler(GCProfiler.class)
                        .forks(2)
                        .warmupIterations(3)
                        .warmupTime(TimeValue.seconds(1))
                        .measurementIterations(5)
                        .measurementTime(TimeValue.seconds(1))
                        .build())
                .run();
        assertThat(results).hasSize(5);
        System.out.printf("%n%-24s %10s %12s%n", "one call", "ns", "bytes");
        for (RunResult result : results) {
            System.out.printf(
                    "%-24s %10.0f %12.0f%n",
                    result.getParams().getBenchmark().replaceAll(".*\\.", ""),
                    result.getPrimaryResult().getScore(),
                    Objects.requireNonNull(result.getSecondaryResults().get("gc.alloc.rate.norm"))
                            .getScore());
        }
    }
}

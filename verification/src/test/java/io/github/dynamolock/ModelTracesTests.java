package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.model.Kinds;
import org.junit.jupiter.api.Test;

/** What the product's acquisition and lease do, at random, the model's client can do. */
class ModelTracesTests {

    private static final int TRACES = 20_000;

    @Test
    void eachTraceOfTheProductIsOneOfTheModel() {
        Kinds kinds = new Kinds();

        ModelTraces.go(TRACES, kinds);

        System.out.print(kinds.listed());
        System.out.println(kinds);
        assertThat(kinds.leftOut()).isEmpty();
        assertThat(kinds.takenKinds()).isGreaterThan(150);
    }
}

package io.github.dynamolock.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Traces beside the model show each mistake that is planted into a copy of the product. */
class BrokenClientsTests {

    private static final int TRACES = 2_000;

    @ParameterizedTest
    @EnumSource
    void eachDoesWhatTheModelCannot(BrokenClient broken) throws Exception {
        String found = broken.difference(TRACES);

        System.out.println(broken + ": " + found.lines().findFirst().orElseThrow());
        assertThat(found).startsWith("found");
    }
}

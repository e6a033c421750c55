package io.github.dynamolock.mutants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The simulation finds each mistake that is planted into a copy of the product. */
class MutantsTests {

    @ParameterizedTest
    @EnumSource
    void eachIsFoundWithinItsSeeds(Mutant mutant) throws Exception {
        String found = mutant.search();

        System.out.println(mutant + ": " + found);
        assertThat(found).startsWith("found");
    }

    @Test
    void aMutantWhoseTextIsGoneSaysSo() {
        Edit edit = new Edit("Lease", "no such text", "");

        assertThatThrownBy(() -> edit.applied("class Lease {}"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("exactly once")
                .hasMessageContaining("not at all");
    }
}

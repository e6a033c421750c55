package io.github.dynamolock.verification.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The same random requests to dynamolock-local and to a peer.
 *
 * <p>{@code .ci/differential} starts the peers and says where they are. A sequence is named by its seed, which
 * {@code DYNAMOLOCK_SEED=SEED .ci/differential 1 1} runs again.
 */
class DifferentialTests {
    private static final String PROPERTIES = "dynamolock.differential.";
    private static final long SEED = Long.getLong(PROPERTIES + "seed", 1);

    /** It has no transactions, and ends itself on {@code a IN (b)} where there is no b. */
    private static final Knowledge DYNALITE = new Knowledge(false, false, true);

    /** It has no messages of DynamoDB's for most errors. */
    private static final Knowledge MOTO = new Knowledge(true, true, false);

    @Test
    @EnabledIfSystemProperty(named = PROPERTIES + "dynalite", matches = ".+")
    void answersAsDynaliteDoesButForWhatIsListed() throws Exception {
        URI endpoint = URI.create(System.getProperty(PROPERTIES + "dynalite"));
        Comparison comparison =
                new Comparison("dynalite", 3, DYNALITE, DynaliteDifferences.ALL, () -> new HttpPeer(endpoint));
        assertNothingUnlisted(comparison.run(SEED, count("dynalite")));
    }

    @Test
    @EnabledIfSystemProperty(named = PROPERTIES + "moto", matches = ".+")
    void answersAsMotoDoesButForWhatIsListed() throws Exception {
        String command = System.getProperty(PROPERTIES + "moto");
        Comparison comparison = new Comparison("moto", 2, MOTO, MotoDifferences.ALL, () -> new PipePeer(command));
        assertNothingUnlisted(comparison.run(SEED, count("moto")));
    }

    private static long count(String peer) {
        return Long.getLong(PROPERTIES + peer + ".sequences", 1_000);
    }

    private static void assertNothingUnlisted(List<String> found) {
        assertThat(String.join("\n\n", found)).isEmpty();
    }
}

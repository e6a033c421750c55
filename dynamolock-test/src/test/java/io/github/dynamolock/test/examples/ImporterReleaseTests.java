package io.github.dynamolock.test.examples;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.test.junit.TestLocksExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What docs/testing.md shows of locks that are left held. */
class ImporterReleaseTests {

    @RegisterExtension
    static final TestLocksExtension EXTENSION = TestLocksExtension.requiringRelease();

    @Test
    void anImportThatFailsReleasesItsLock(LockClient client) {
        assertThatIllegalStateException()
                .isThrownBy(() -> new Importer(client).runOnce(() -> {
                    throw new IllegalStateException("nothing to import");
                }));
    }
}

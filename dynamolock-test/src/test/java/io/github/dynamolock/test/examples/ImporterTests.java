package io.github.dynamolock.test.examples;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockTableException;
import io.github.dynamolock.test.TestLocks;
import io.github.dynamolock.test.junit.TestLocksExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What docs/testing.md shows of code without Spring. */
@ExtendWith(TestLocksExtension.class)
class ImporterTests {

    @Test
    void oneImportRunsAtATime(TestLocks locks, LockClient client) throws Exception {
        Importer importer = new Importer(client);
        LockHandle held = locks.otherInstance().hold("import");
        assertThat(importer.runOnce(() -> {})).isFalse();
        held.release();
        assertThat(importer.runOnce(() -> {})).isTrue();
    }

    @Test
    void anInstanceThatDiesHoldsTheImportUpForOneLease(TestLocks locks, LockClient client) throws Exception {
        Importer importer = new Importer(client);
        locks.otherInstance().holdAndDie("import");
        assertThat(importer.runOnce(() -> {})).isFalse();
        locks.advance(ofSeconds(21));
        assertThat(importer.runOnce(() -> {})).isTrue();
    }

    @Test
    void aTableThatIsOutOfReachIsNotTakenForALockThatIsHeld(TestLocks locks, LockClient client) {
        Importer importer = new Importer(client);
        locks.local().faults().onAny().serverError();
        assertThatExceptionOfType(LockTableException.class).isThrownBy(() -> importer.runOnce(() -> {}));
    }
}

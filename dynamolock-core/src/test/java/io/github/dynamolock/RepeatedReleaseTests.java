package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** A release that is tried again after it failed. */
class RepeatedReleaseTests {

    @Test
    void aRowThatTheFailedReleaseDeletedIsReleasedAlsoWhenTheLeaseIsOver() throws InterruptedException {
        try (ManualLocks manual = new ManualLocks(LockTable.named("locks"), RowFormat.DISTRLOCK)) {
            Scheduler starved = (delay, task) -> () -> {};
            Engine engine = Engine.of(
                    manual.dynamo.client(),
                    ClientSettings.of(manual.builder()),
                    manual.time,
                    starved,
                    Runnable::run,
                    Runnable::run,
                    Runnable::run,
                    () -> 0.5);
            LockHandle lock = ManualLocks.take(
                    new DefaultLockClient(engine, null), LockRequest.forKey("k").build());
            manual.dynamo.faults().on("DeleteItem").times(1).loseReply();
            manual.dynamo.faults().on("GetItem").times(2).loseReply();
            assertThatThrownBy(lock::release).isInstanceOf(LockTableException.class);

            manual.pass(ManualLocks.LEASE);
            assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
            assertThat(lock.lost().toCompletableFuture()).isNotDone();
        }
    }
}

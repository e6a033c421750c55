package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RenewalThreadsTests {

    /** A machine that is out of threads for a moment, as the timer's thread meets it. */
    @Test
    void aRenewalForWhichThereIsNoThreadIsTriedAgainUntilThereIsOne() throws InterruptedException {
        try (ManualLocks manual = new ManualLocks()) {
            AtomicInteger refusals = new AtomicInteger(3);
            Executor renewals = task -> {
                if (refusals.getAndDecrement() > 0) {
                    throw new OutOfMemoryError("expected by the test");
                }
                task.run();
            };
            Scheduler timer = (delay, task) -> manual.time.schedule(delay, () -> {
                try {
                    task.run();
                } catch (OutOfMemoryError e) {
                    assertThat(e).hasMessage("expected by the test");
                }
            });
            Engine engine = Engine.of(
                    manual.dynamo.client(),
                    ClientSettings.of(manual.builder()),
                    manual.time,
                    timer,
                    renewals,
                    Runnable::run,
                    Runnable::run,
                    () -> 0.5);
            LockClient client = new DefaultLockClient(engine, null);
            LockHandle lock = ManualLocks.take(client, LockRequest.forKey("k").build());

            manual.pass(Duration.ofMinutes(2));

            assertThat(refusals.get()).isNegative();
            assertThat(lock.isHeld()).isTrue();
            client.close();
        }
    }
}

package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.local.LocalDynamoDb;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client whose time is given to it, on threads of its own. */
class TimeSourceTests {

    private static final Duration DAY = Duration.ofDays(1);

    private final ManualTime time = new ManualTime();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final LocalDynamoDb dynamo = LocalDynamoDb.create();

    private final TimeSource source = new TimeSource() {
        @Override
        public long nanoTime() {
            return time.now().nanos();
        }

        @Override
        public long currentTimeMillis() {
            return time.now().wallMillis();
        }

        @Override
        public Runnable schedule(long delayNanos, Runnable task) {
            return time.schedule(delayNanos, task)::cancel;
        }

        @Override
        public Runnable work(Runnable work) {
            begun.incrementAndGet();
            return () -> {
                work.run();
                ended.incrementAndGet();
            };
        }
    };

    @BeforeEach
    void createTable() throws InterruptedException {
        LockTables.create(dynamo.client(), LockTableSpec.of("locks"));
    }

    @AfterEach
    void close() {
        dynamo.close();
    }

    private LockClient newClient() {
        return LockClient.builder(dynamo.client())
                .table("locks")
                .timeSource(source)
                .build();
    }

    @Test
    void aWaitOfADayIsOverWhenTheGivenTimeSaysSo() throws InterruptedException {
        try (LockClient holder = newClient();
                LockClient other = newClient()) {
            LockHandle held = holder.acquire(
                    LockRequest.forKey("k").leaseDuration(DAY.multipliedBy(3)).build());
            CompletableFuture<LockHandle> asked =
                    other.acquireAsync(LockRequest.forKey("k").waitTime(DAY).build());

            Awaitility.await().until(() -> {
                time.advance(Duration.ofHours(6));
                return asked.isDone();
            });

            assertThat(asked).isCompletedExceptionally();
            assertThat(held.isHeld()).isTrue();
        }
    }

    @Test
    void aLeaseEndsByTheGivenTime() throws InterruptedException {
        try (LockClient locks = newClient()) {
            LockHandle held =
                    locks.acquire(LockRequest.forKey("k").withoutHeartbeat().build());

            time.advance(locks.leaseDuration());

            assertThat(held.isHeld()).isFalse();
        }
    }

    @Test
    void allWorkIsShownAndDoneOnce() throws InterruptedException {
        try (LockClient locks = newClient()) {
            locks.acquire("k").release();
        }
        Awaitility.await().untilAsserted(() -> assertThat(ended).hasValue(begun.get()));
        assertThat(begun.get()).isGreaterThanOrEqualTo(2);
    }

    @Test
    void aClosedClientIsNotWokenAnyMore() {
        AtomicInteger woken = new AtomicInteger();
        ClientThreads threads = new ClientThreads("test", source);
        threads.schedule(1, woken::incrementAndGet);
        time.advance(Duration.ofSeconds(1));
        assertThat(woken).hasValue(1);

        threads.schedule(1, woken::incrementAndGet);
        threads.close(Duration.ofSeconds(1));
        time.advance(Duration.ofSeconds(1));

        assertThat(woken).hasValue(1);
    }

    @Test
    void whatATimedTaskThrowsIsKeptFromTheTimeSource() {
        ClientThreads threads = new ClientThreads("test", source);
        threads.schedule(1, () -> {
            throw new IllegalStateException("expected by the test");
        });

        time.advance(Duration.ofSeconds(1));

        assertThat(time.pending()).isZero();
        threads.close(Duration.ofSeconds(1));
    }

    @Test
    void aTaskThatIsTakenBackDoesNotRun() {
        AtomicInteger woken = new AtomicInteger();
        ClientThreads threads = new ClientThreads("test", source);

        threads.schedule(1, woken::incrementAndGet).cancel();
        time.advance(Duration.ofSeconds(1));

        assertThat(woken).hasValue(0);
        threads.close(Duration.ofSeconds(1));
    }
}

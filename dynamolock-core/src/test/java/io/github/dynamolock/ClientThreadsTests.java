package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class ClientThreadsTests {

    private final ScarceThreads machine = new ScarceThreads();
    private final ClientThreads threads =
            new ClientThreads("dynamolock-scarce", null, machine::of, Duration.ofMillis(1));
    private final List<String> told = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        machine.recover();
        threads.close(Duration.ofSeconds(10));
    }

    static List<Function<ClientThreads, Executor>> executors() {
        return List.of(ClientThreads::renewals, ClientThreads::calls, ClientThreads::callbacks, ClientThreads::events);
    }

    @ParameterizedTest
    @MethodSource("executors")
    void aTaskForWhichThereIsNoThreadRunsOnceThereIsOne(Function<ClientThreads, Executor> executor) {
        machine.exhaust();
        CompletableFuture<Thread> ran = new CompletableFuture<>();
        executor.apply(threads).execute(() -> {
            told.add("ran");
            ran.complete(Thread.currentThread());
        });
        Awaitility.await().until(() -> machine.refused() >= 2);
        assertThat(ran).isNotDone();
        machine.recover();
        assertThat(ran)
                .succeedsWithin(Duration.ofSeconds(20))
                .satisfies(thread -> assertThat(thread.getName())
                        .startsWith("dynamolock-scarce")
                        .doesNotContain("timer"));
        assertThat(told).containsExactly("ran");
    }

    @ParameterizedTest
    @MethodSource("executors")
    void whenItIsClosedTheClosingThreadRunsWhatHadNone(Function<ClientThreads, Executor> executor) {
        machine.exhaust();
        executor.apply(threads).execute(() -> told.add(Thread.currentThread().getName()));
        threads.close(Duration.ofSeconds(10));
        assertThat(told).containsExactly(Thread.currentThread().getName());
    }

    /** Each of these would be for ever: a caller who waits, a key that nobody can have, a lock that is renewed for nobody. */
    @Test
    void aLackOfThreadsOnlyDelaysWhatIsAskedAndTold() throws Exception {
        LocalBackEnd backEnd = LocalBackEnd.inProcess();
        LockTables.create(backEnd.newClient(), LockTableSpec.of("locks"));
        LockClientBuilder builder = LockClient.builder(backEnd.newClient()).table("locks");
        LockClient other =
                LockClient.builder(backEnd.newClient()).table("locks").build();
        try (LockClient locks = new DefaultLockClient(backEnd.newClient(), ClientSettings.of(builder), threads)) {
            machine.exhaust();
            CompletableFuture<LockHandle> asked =
                    locks.acquireAsync(LockRequest.forKey("k").build());
            Awaitility.await().until(() -> machine.refused() > 0);
            machine.recover();
            LockHandle lock = asked.get(20, TimeUnit.SECONDS);

            CompletableFuture<LockHandle> next = locks.acquireAsync(
                    LockRequest.forKey("k").waitTime(Duration.ofMinutes(1)).build());
            awaitIdle();
            machine.exhaust();
            CompletableFuture<ReleaseResult> released = CompletableFuture.supplyAsync(lock::release);
            Awaitility.await().until(() -> machine.refused() > 0);
            machine.recover();
            assertThat(released.get(20, TimeUnit.SECONDS)).isEqualTo(ReleaseResult.RELEASED);
            LockHandle second = next.get(20, TimeUnit.SECONDS);

            CompletableFuture<LockLoss> loss = second.lost().toCompletableFuture();
            LockInfo row = other.find("k").orElseThrow();
            assertThat(other.forceRelease(row)).isTrue();
            awaitIdle();
            machine.exhaust();
            CompletableFuture<Void> beat = CompletableFuture.runAsync(() -> {
                try {
                    second.heartbeat();
                } catch (InterruptedException | LockLostException e) {
                    told.add(e.getClass().getSimpleName());
                }
            });
            Awaitility.await().until(() -> machine.refused() > 0);
            machine.recover();
            beat.get(20, TimeUnit.SECONDS);
            assertThat(told).containsExactly("LockLostException");
            assertThat(loss.get(20, TimeUnit.SECONDS).reason()).isEqualTo(LockLoss.Reason.TAKEN_OVER);
            assertThat(locks.tryAcquire("k")).isPresent();
        } finally {
            other.close();
            backEnd.close();
        }
    }

    /** The next task takes a new thread then. */
    private void awaitIdle() {
        Awaitility.await().until(() -> machine.running() == 0);
    }
}

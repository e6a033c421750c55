package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.dynamolock.LockLostException;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockTableException;
import io.github.dynamolock.spring.autoconfigure.DynamoLockObservationAutoConfiguration;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;

/** The spans of locked calls. */
class ObservedCallTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final TestTraces traces = new TestTraces();

    private void run(BiConsumer<Jobs, FakeLockClient> test) {
        LockTestContext.runner()
                .withConfiguration(AutoConfigurations.of(DynamoLockObservationAutoConfiguration.class))
                .withBean(ObservationRegistry.class, traces::registry)
                .withBean(Jobs.class, () -> new Jobs(traces))
                .run(context -> test.accept(context.getBean(Jobs.class), context.getBean(FakeLockClient.class)));
    }

    @Test
    void aCallIsASpanInsideItsCallersAndAroundTheMethodsOwn() {
        run((jobs, locks) -> {
            assertThat(traces.inside("request", () -> jobs.launch("a"))).isEqualTo("launched a");
            assertThat(traces.tree(3)).isEqualTo("""
                    request
                      locked Jobs.launch {dynamolock.fencing.token=1, dynamolock.key=a, dynamolock.owner=owner-1, lock=Jobs.launch, outcome=completed} [granted]
                        body of a
                    """);
        });
    }

    @Test
    void aFuturesSpanLastsUntilItIsCompleteWhereverItsBodyRuns() {
        run((jobs, locks) -> {
            // A lock that is granted before the call returns may run the body on the caller's thread.
            CompletableFuture<Void> asked = new CompletableFuture<>();
            locks.callbacks = task -> {
                CompletableFuture<?> unused = asked.thenRunAsync(task, run -> new Thread(run, "lock-client").start());
            };
            CompletableFuture<String> result = new CompletableFuture<>();
            CompletableFuture<String> call = traces.inside("request", () -> jobs.later("a", result));
            asked.complete(null);
            assertThat(traces.tree(2))
                    .startsWith("request\n")
                    .contains("body of a on lock-client")
                    .doesNotContain("locked");
            result.complete("done");
            assertThat(call).succeedsWithin(LIMIT).isEqualTo("done");
            assertThat(traces.tree(3)).isEqualTo("""
                    request
                      locked later {dynamolock.fencing.token=1, dynamolock.key=a, dynamolock.owner=owner-1, lock=later, outcome=completed} [granted]
                        body of a on lock-client
                    """);
        });
    }

    @Test
    void severalKeysHaveSeveralTokens() {
        run((jobs, locks) -> {
            jobs.both("b", "a");
            assertThat(traces.tree(1))
                    .contains("dynamolock.fencing.token=1,2, dynamolock.key=a,b,", "outcome=completed");
        });
    }

    @Test
    void anInnerCallIsASpanOfItsOwn() {
        run((jobs, locks) -> {
            jobs.nested(() -> jobs.launch("b"));
            assertThat(traces.tree(3))
                    .containsSubsequence("locked Jobs.nested", "\n  locked Jobs.launch", "\n    body of b");
        });
    }

    @Test
    void aLockThatAnotherHoldsIsAnErrorUnlessTheCallSkips() {
        run((jobs, locks) -> {
            assertThat(locks.tryAcquire("a")).isPresent();
            assertThatExceptionOfType(LockNotGrantedException.class).isThrownBy(() -> jobs.launch("a"));
            assertThat(traces.tree(1)).isEqualTo("""
                    locked Jobs.launch {dynamolock.key=a, dynamolock.owner=owner-1, lock=Jobs.launch, outcome=unavailable} failed with LockNotGrantedException
                    """);
            assertThat(jobs.skipping("a")).isNull();
            assertThat(traces.tree(2)).endsWith("lock=Jobs.skipping, outcome=unavailable}\n");
        });
    }

    @Test
    void aTableOutOfReachIsToldApart() {
        run((jobs, locks) -> {
            locks.failure = new LockTableException("out of reach", null);
            assertThatExceptionOfType(LockTableException.class).isThrownBy(() -> jobs.launch("a"));
            assertThat(jobs.later("a", new CompletableFuture<>())).failsWithin(LIMIT);
            assertThat(traces.tree(2).lines())
                    .hasSize(2)
                    .allSatisfy(line ->
                            assertThat(line).contains("outcome=not_locked").endsWith("failed with LockTableException"));
        });
    }

    @Test
    void aLossIsAnErrorAndSaysWhen() {
        run((jobs, locks) -> {
            assertThatExceptionOfType(LockLostException.class)
                    .isThrownBy(() -> jobs.doing("a", () -> locks.handle("a").lose()));
            assertThat(traces.tree(1))
                    .contains("outcome=lost} [granted, lost]")
                    .endsWith("failed with LockLostException\n");
        });
    }

    @Test
    void aLossThatIsOnlyReportedIsAnErrorOfTheSpan() {
        run((jobs, locks) -> {
            jobs.reporting("a", () -> locks.handle("a").lose());
            assertThat(traces.tree(1))
                    .contains("outcome=lost} [granted, lost]")
                    .endsWith("failed with LockLostException\n");
        });
    }

    @Test
    void aLossEndsTheSpanOfAFuture() {
        run((jobs, locks) -> {
            CompletableFuture<String> call = jobs.later("a", new CompletableFuture<>());
            locks.handle("a").lose();
            assertThat(call).failsWithin(LIMIT);
            assertThat(traces.tree(2)).contains("outcome=lost} [granted, lost] failed with LockLostException");
        });
    }

    @Test
    void whatTheMethodThrowsIsTheSpansError() {
        run((jobs, locks) -> {
            assertThatIllegalStateException()
                    .isThrownBy(() -> jobs.doing("a", () -> {
                        throw new IllegalStateException();
                    }));
            assertThat(traces.tree(1))
                    .contains("outcome=failed} [granted]")
                    .endsWith("failed with IllegalStateException\n");
        });
    }

    @Test
    void aFutureThatIsCancelledEndsItsSpanWithoutAnError() {
        run((jobs, locks) -> {
            CompletableFuture<String> call = jobs.later("a", new CompletableFuture<>());
            assertThat(call.cancel(true)).isTrue();
            assertThat(traces.tree(2)).contains("outcome=cancelled} [granted]\n");
        });
    }

    @Test
    void aHandlerThatFailsChangesNothingOfTheCall() {
        traces.registry().observationConfig().observationHandler(new Broken());
        run((jobs, locks) -> {
            assertThat(jobs.launch("a")).isEqualTo("launched a");
            CompletableFuture<String> result = CompletableFuture.completedFuture("done");
            assertThat(jobs.later("b", result)).succeedsWithin(LIMIT).isEqualTo("done");
            assertThat(locks.events).containsExactly("acquire a", "release a", "acquireAsync b", "release b");
        });
    }

    /** As an application's own may be. */
    private static final class Broken implements ObservationHandler<Observation.Context> {

        @Override
        public void onEvent(Observation.Event event, Observation.Context context) {
            throw new IllegalStateException("thrown by a handler");
        }

        @Override
        public void onScopeOpened(Observation.Context context) {
            throw new IllegalStateException("thrown by a handler");
        }

        @Override
        public void onStop(Observation.Context context) {
            throw new IllegalStateException("thrown by a handler");
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return context instanceof io.github.dynamolock.spring.observation.DynamoLockObservationContext;
        }
    }

    static class Jobs {

        private final TestTraces traces;

        Jobs(TestTraces traces) {
            this.traces = traces;
        }

        @DistributedLock("#id")
        public String launch(String id) {
            traces.mark("body of " + id);
            return "launched " + id;
        }

        @DistributedLock(key = "#id", name = "later")
        public CompletableFuture<String> later(String id, CompletableFuture<String> result) {
            traces.mark("body of " + id + " on " + Thread.currentThread().getName());
            return result;
        }

        @DistributedLock("{#first, #second}")
        public void both(String first, String second) {}

        @DistributedLock("'outer'")
        public void nested(Runnable body) {
            body.run();
        }

        @DistributedLock(key = "#id", waitTime = "0s", onUnavailable = OnUnavailable.SKIP)
        public String skipping(String id) {
            return id;
        }

        @DistributedLock("#id")
        public void doing(String id, Runnable body) {
            body.run();
        }

        @DistributedLock(key = "#id", onLost = OnLost.REPORT)
        public void reporting(String id, Runnable body) {
            body.run();
        }
    }
}

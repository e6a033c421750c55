package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamolock.LockLostException;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.spring.autoconfigure.DynamoLockObservationAutoConfiguration;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The spans of locked pipelines, with the context propagation that {@code spring.reactor.context-propagation=auto} turns on. */
class ObservedReactiveCallTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final TestTraces traces = new TestTraces();

    @BeforeEach
    void propagate() {
        Hooks.enableAutomaticContextPropagation();
    }

    @AfterEach
    void stopPropagating() {
        Hooks.disableAutomaticContextPropagation();
    }

    private void run(BiConsumer<Jobs, FakeLockClient> test) {
        LockTestContext.runner()
                .withConfiguration(AutoConfigurations.of(DynamoLockObservationAutoConfiguration.class))
                .withBean(ObservationRegistry.class, traces::registry)
                .withBean(Jobs.class, () -> new Jobs(traces))
                .run(context -> test.accept(context.getBean(Jobs.class), context.getBean(FakeLockClient.class)));
    }

    @Test
    void aMonosSpanIsInsideItsCallersAndAroundTheBodysOnEveryThread() {
        run((jobs, locks) -> {
            assertThat(traces.inside("request", () -> jobs.one("a").block(LIMIT)))
                    .isEqualTo("a");
            assertThat(traces.tree(4)).isEqualTo("""
                    request
                      locked Jobs.one {dynamolock.fencing.token=1, dynamolock.key=a, dynamolock.owner=owner-1, lock=Jobs.one, outcome=completed} [granted]
                        assembly
                        step
                    """);
        });
    }

    @Test
    void eachSubscriptionToAFluxIsASpanOfItsOwn() {
        run((jobs, locks) -> {
            Flux<String> many = jobs.many("a");
            assertThat(traces.inside("request", () -> many.collectList().block(LIMIT)))
                    .containsExactly("1", "2");
            assertThat(many.collectList().block(LIMIT)).containsExactly("1", "2");
            assertThat(traces.tree(7)).isEqualTo("""
                    request
                      locked Jobs.many {dynamolock.fencing.token=1, dynamolock.key=a, dynamolock.owner=owner-1, lock=Jobs.many, outcome=completed} [granted]
                        element 1
                        element 2
                    locked Jobs.many {dynamolock.fencing.token=2, dynamolock.key=a, dynamolock.owner=owner-1, lock=Jobs.many, outcome=completed} [granted]
                      element 1
                      element 2
                    """);
        });
    }

    @Test
    void theParentMayComeFromReactorsContextAlone() {
        run((jobs, locks) -> {
            Observation parent = Observation.start("request", traces.registry());
            assertThat(jobs.one("a")
                            .contextWrite(context -> context.put(ObservationThreadLocalAccessor.KEY, parent))
                            .block(LIMIT))
                    .isEqualTo("a");
            parent.stop();
            assertThat(traces.tree(4)).startsWith("request\n  locked Jobs.one");
        });
    }

    @Test
    void aLossIsAnError() {
        run((jobs, locks) -> {
            assertThatExceptionOfType(LockLostException.class)
                    .isThrownBy(() -> jobs.never("a")
                            .doOnSubscribe(begun -> locks.handle("a").lose())
                            .block(LIMIT));
            assertThat(traces.tree(1)).contains("outcome=lost} [granted, lost] failed with LockLostException");
        });
    }

    @Test
    void aSubscriptionThatIsCancelledEndsItsSpanWithoutAnError() {
        run((jobs, locks) -> {
            Disposable subscribed = jobs.never("a").subscribe();
            subscribed.dispose();
            assertThat(traces.tree(1)).contains("outcome=cancelled} [granted]\n");
        });
    }

    @Test
    void aLockThatAnotherHoldsIsAnErrorUnlessTheCallSkips() {
        run((jobs, locks) -> {
            assertThat(locks.tryAcquire("a")).isPresent();
            assertThatExceptionOfType(LockNotGrantedException.class)
                    .isThrownBy(() -> jobs.one("a").block(LIMIT));
            assertThat(traces.tree(1)).contains("outcome=unavailable} failed with LockNotGrantedException");
            assertThat(jobs.skipping("a").block(LIMIT)).isNull();
            assertThat(traces.tree(2)).endsWith("lock=Jobs.skipping, outcome=unavailable}\n");
        });
    }

    static class Jobs {

        private final TestTraces traces;

        Jobs(TestTraces traces) {
            this.traces = traces;
        }

        @DistributedLock("#id")
        public Mono<String> one(String id) {
            traces.mark("assembly");
            return Mono.just(id).publishOn(Schedulers.parallel()).doOnNext(value -> traces.mark("step"));
        }

        @DistributedLock("#id")
        public Flux<String> many(String id) {
            return Flux.just("1", "2")
                    .publishOn(Schedulers.parallel())
                    .doOnNext(value -> traces.mark("element " + value));
        }

        @DistributedLock("#id")
        public Mono<String> never(String id) {
            return Mono.never();
        }

        @DistributedLock(key = "#id", waitTime = "0s", onUnavailable = OnUnavailable.SKIP)
        public Mono<String> skipping(String id) {
            return Mono.just(id);
        }
    }
}

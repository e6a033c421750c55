package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Threads that must not wait for a lock. */
class EventLoopsTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static void run(BiConsumer<Jobs, FakeLockClient> test) {
        LockTestContext.runner()
                .withBean(Jobs.class)
                .run(context -> test.accept(context.getBean(Jobs.class), context.getBean(FakeLockClient.class)));
    }

    @Test
    void aBlockingMethodIsRefusedThereBeforeAnyCall() {
        run((jobs, locks) -> {
            Mono<String> onEventLoop = Mono.fromCallable(jobs::blocking).subscribeOn(Schedulers.parallel());
            assertThatIllegalStateException()
                    .isThrownBy(() -> onEventLoop.block(LIMIT))
                    .withMessageContaining("Jobs.blocking(): the method was called on thread 'parallel-")
                    .withMessageContaining("Return a Mono, Flux or CompletableFuture")
                    .withMessageContaining("The method did not run.");
            assertThat(locks.requests).isEmpty();
        });
    }

    @Test
    void threadsThatMayBlockAreLeftAlone() {
        run((jobs, locks) -> assertThat(Mono.fromCallable(jobs::blocking)
                        .subscribeOn(Schedulers.boundedElastic())
                        .block(LIMIT))
                .isEqualTo("ran"));
    }

    @Test
    void aReactiveMethodMayBeSubscribedThere() {
        run((jobs, locks) -> assertThat(Mono.defer(jobs::reactive)
                        .subscribeOn(Schedulers.parallel())
                        .block(LIMIT))
                .isEqualTo("ran"));
    }

    static class Jobs {

        @DistributedLock("'job'")
        public String blocking() {
            return "ran";
        }

        @DistributedLock("'job'")
        public Mono<String> reactive() {
            return Mono.just("ran");
        }
    }
}

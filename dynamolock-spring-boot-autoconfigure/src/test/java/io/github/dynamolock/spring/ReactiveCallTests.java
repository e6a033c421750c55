package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Methods that return publishers, from the subscription to the release. */
class ReactiveCallTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final List<String> ONE_CALL = List.of("acquireAsync job", "body", "release job");

    private static void run(BiConsumer<Jobs, FakeLockClient> test) {
        LockTestContext.runner()
                .withBean(Jobs.class)
                .run(context -> test.accept(context.getBean(Jobs.class), context.getBean(FakeLockClient.class)));
    }

    @Test
    void nothingHappensBeforeASubscriptionAndEachAcquiresAnew() {
        run((jobs, locks) -> {
            Mono<String> mono = jobs.mono(() -> Mono.just("done"));
            assertThat(locks.requests).isEmpty();
            assertThat(mono.block(LIMIT)).isEqualTo("done");
            assertThat(locks.events).containsExactlyElementsOf(ONE_CALL);
            assertThat(mono.block(LIMIT)).isEqualTo("done");
            assertThat(locks.events).hasSize(6).endsWith(ONE_CALL.toArray(String[]::new));
        });
    }

    @Test
    void theLockIsHeldUntilTheLastElementAndTheEnd() {
        run((jobs, locks) -> {
            Sinks.Many<Integer> body = Sinks.many().unicast().onBackpressureBuffer();
            List<Integer> seen = new ArrayList<>();
            AtomicInteger ends = new AtomicInteger();
            Disposable unused = jobs.flux(body::asFlux).subscribe(seen::add, failure -> {}, ends::incrementAndGet);
            body.tryEmitNext(1).orThrow();
            body.tryEmitNext(2).orThrow();
            assertThat(seen).containsExactly(1, 2);
            assertThat(locks.events).containsExactly("acquireAsync job", "body");
            body.tryEmitComplete().orThrow();
            assertThat(ends).hasValue(1);
            assertThat(locks.events).containsExactlyElementsOf(ONE_CALL);
        });
    }

    @Test
    void theEndIsToldOnlyAfterTheRelease() {
        run((jobs, locks) -> {
            CompletableFuture<@Nullable Void> released = new CompletableFuture<>();
            locks.releases = released;
            CompletableFuture<String> result =
                    jobs.mono(() -> Mono.just("done")).toFuture();
            assertThat(result).isNotDone();
            released.complete(null);
            assertThat(result).isCompletedWithValue("done");
        });
    }

    @Test
    void anEmptyBodyAndABodyThatGivesNothingEndEmpty() {
        run((jobs, locks) -> {
            assertThat(jobs.mono(Mono::empty).blockOptional(LIMIT)).isEmpty();
            assertThat(jobs.nothing().blockOptional(LIMIT)).isEmpty();
            assertThat(locks.events).filteredOn("release job"::equals).hasSize(2);
        });
    }

    @Test
    void anErrorOfTheBodyReachesTheSubscriberAsItIs() {
        run((jobs, locks) -> {
            IOException thrown = new IOException("disk full");
            assertThatThrownBy(() -> jobs.mono(() -> Mono.error(thrown)).block(LIMIT))
                    .hasCause(thrown);
            assertThat(locks.events).containsExactlyElementsOf(ONE_CALL);
        });
    }

    @Test
    void whatTheBodyThrowsIsAnErrorSignal() {
        run((jobs, locks) -> {
            UncheckedIOException thrown = new UncheckedIOException(new IOException("disk full"));
            Mono<String> mono = jobs.mono(() -> {
                throw thrown;
            });
            assertThatThrownBy(() -> mono.block(LIMIT)).isSameAs(thrown);
            assertThat(locks.events).containsExactlyElementsOf(ONE_CALL);
        });
    }

    @Test
    void eachRetryAcquiresAnew() {
        run((jobs, locks) -> {
            AtomicInteger tries = new AtomicInteger();
            Mono<String> mono = jobs.mono(() ->
                    tries.incrementAndGet() < 3 ? Mono.error(new IllegalStateException("not yet")) : Mono.just("done"));
            assertThat(mono.retry(5).block(LIMIT)).isEqualTo("done");
            assertThat(locks.events).filteredOn("acquireAsync job"::equals).hasSize(3);
            assertThat(locks.events).filteredOn("release job"::equals).hasSize(3);
        });
    }

    @Test
    void aSubscriberThatHasEnoughGivesTheLockBack() {
        run((jobs, locks) -> {
            assertThat(jobs.flux(() -> Flux.range(1, 1000))
                            .take(2)
                            .collectList()
                            .block(LIMIT))
                    .containsExactly(1, 2);
            assertThat(locks.events).containsExactlyElementsOf(ONE_CALL);
        });
    }

    @Test
    void theBodyGivesNoMoreThanIsAskedFor() {
        run((jobs, locks) -> {
            AtomicInteger made = new AtomicInteger();
            List<Integer> seen = new ArrayList<>();
            BaseSubscriber<Integer> subscriber = new BaseSubscriber<>() {
                @Override
                protected void hookOnSubscribe(Subscription subscription) {
                    subscription.request(1);
                }

                @Override
                protected void hookOnNext(Integer value) {
                    seen.add(value);
                }
            };
            jobs.flux(() -> Flux.generate(sink -> sink.next(made.incrementAndGet())))
                    .subscribe(subscriber);
            assertThat(seen).containsExactly(1);
            subscriber.request(2);
            assertThat(seen).containsExactly(1, 2, 3);
            assertThat(made).hasValue(3);
            subscriber.cancel();
            assertThat(locks.events).containsExactlyElementsOf(ONE_CALL);
        });
    }

    @Test
    void cancellingWhileItWaitsCancelsTheAcquisitionAndRunsNoBody() {
        run((jobs, locks) -> {
            locks.hangs = new CountDownLatch(1);
            Disposable subscription = jobs.mono(() -> Mono.just("done")).subscribe();
            subscription.dispose();
            assertThat(locks.hanging.keySet())
                    .singleElement()
                    .satisfies(asked -> assertThat(asked).isCancelled());
            locks.answerHanging();
            assertThat(locks.events).isEmpty();
        });
    }

    @Test
    void cancellingAtTheMomentOfTheGrantRunsNoBodyAndGivesTheLockBack() {
        run((jobs, locks) -> {
            locks.hangs = new CountDownLatch(1);
            Disposable subscription = jobs.mono(() -> Mono.just("done")).subscribe();
            // Hung on the client's answer after the call's own part, so that it runs before that.
            locks.hanging.keySet().forEach(asked -> {
                CompletableFuture<?> unused = asked.thenRun(subscription::dispose);
            });
            locks.answerHanging();
            assertThat(locks.events).containsExactly("acquireAsync job", "release job");
        });
    }

    @Test
    void cancellingWhileTheBodyIsMadeKeepsTheLockUntilThatHasReturned() {
        run((jobs, locks) -> {
            locks.hangs = new CountDownLatch(1);
            AtomicReference<@Nullable Disposable> subscription = new AtomicReference<>();
            AtomicReference<@Nullable Boolean> held = new AtomicReference<>();
            subscription.set(jobs.mono(() -> {
                        Disposable own = subscription.get();
                        if (own != null) {
                            own.dispose();
                        }
                        held.set(locks.handle("job").isHeld());
                        return Mono.just("done");
                    })
                    .subscribe());
            locks.answerHanging();
            assertThat(held).hasValue(true);
            assertThat(locks.events).containsExactlyElementsOf(ONE_CALL);
        });
    }

    @Test
    void cancellingCancelsTheBody() {
        run((jobs, locks) -> {
            AtomicInteger cancelled = new AtomicInteger();
            jobs.mono(() -> Mono.<String>never().doOnCancel(cancelled::incrementAndGet))
                    .subscribe()
                    .dispose();
            assertThat(cancelled).hasValue(1);
            assertThat(locks.events).containsExactlyElementsOf(ONE_CALL);
        });
    }

    @Test
    void aLockThatIsNotGrantedIsAnErrorSignal() {
        run((jobs, locks) -> {
            hold(locks);
            Mono<String> mono = jobs.mono(() -> Mono.just("done"));
            assertThatExceptionOfType(LockNotGrantedException.class).isThrownBy(() -> mono.block(LIMIT));
            assertThat(locks.events).doesNotContain("body");
        });
    }

    @Test
    void anInvalidKeyIsAnErrorSignal() {
        run((jobs, locks) -> {
            Mono<String> mono = jobs.keyed(null);
            assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(() -> mono.block(LIMIT));
            Publisher<String> publisher = jobs.keyedPublisher("");
            assertThatExceptionOfType(InvalidLockKeyException.class)
                    .isThrownBy(() -> Flux.from(publisher).blockLast(LIMIT));
            assertThat(locks.requests).isEmpty();
        });
    }

    @Test
    void aSkippedCallIsEmpty() {
        run((jobs, locks) -> {
            hold(locks);
            assertThat(jobs.skip().blockOptional(LIMIT)).isEmpty();
            assertThat(jobs.skipMany().collectList().block(LIMIT)).isEmpty();
        });
    }

    @Test
    void theFallbacksPublisherStandsIn() {
        run((jobs, locks) -> {
            hold(locks);
            assertThat(jobs.orInstead("x").block(LIMIT)).isEqualTo("instead of x for job");
            assertThat(locks.events).doesNotContain("body");
        });
    }

    @Test
    void thePipelineIsGivenItsLock() {
        run((jobs, locks) -> {
            Mono<String> mono =
                    jobs.mono(() -> ReactiveLockContext.current().map(handle -> handle.key() + handle.isHeld()));
            assertThat(mono.block(LIMIT)).isEqualTo("jobtrue");
            Mono<String> all = jobs.mono(() -> ReactiveLockContext.all().map(handles -> handles.size() + " locks"));
            assertThat(all.block(LIMIT)).isEqualTo("1 locks");
            assertThatIllegalStateException()
                    .isThrownBy(() -> ReactiveLockContext.current().block(LIMIT))
                    .withMessageContaining("No @DistributedLock method is part of this pipeline");
        });
    }

    @Test
    void theBodysOwnPartSeesItsLockOnTheThread() {
        run((jobs, locks) -> {
            assertThat(jobs.mono(() -> Mono.just(LockContext.current().key())).block(LIMIT))
                    .isEqualTo("job");
            assertThat(LockContext.scope()).isNull();
        });
    }

    @Test
    void aMonoInsideThePipelineJoins() {
        run((jobs, locks) -> {
            Mono<String> nested = jobs.mono(() -> Mono.just("inner")
                    .delayElement(Duration.ofMillis(1))
                    .flatMap(value -> jobs.mono(() -> Mono.just(value))));
            assertThat(nested.block(LIMIT)).isEqualTo("inner");
            assertThat(locks.events).containsExactly("acquireAsync job", "body", "body", "release job");
        });
    }

    @Test
    void aMonoThatIsNotReentrantDoesNotJoin() {
        run((jobs, locks) -> {
            Mono<String> nested = jobs.mono(() -> Mono.defer(() -> jobs.alone("inner")));
            assertThatExceptionOfType(LockNotGrantedException.class).isThrownBy(() -> nested.block(LIMIT));
        });
    }

    private static void hold(FakeLockClient locks) {
        assertThat(locks.acquireAsync(LockRequest.forKey("job").build())).isCompleted();
    }

    static class Jobs {

        private final FakeLockClient locks;

        Jobs(FakeLockClient locks) {
            this.locks = locks;
        }

        @DistributedLock("'job'")
        public Mono<String> mono(Supplier<Mono<String>> body) {
            locks.events.add("body");
            return body.get();
        }

        @DistributedLock("'job'")
        public Flux<Integer> flux(Supplier<Flux<Integer>> body) {
            locks.events.add("body");
            return body.get();
        }

        @DistributedLock("'job'")
        @SuppressWarnings("NullAway") // A mistake of the user's that must not keep the lock.
        public Mono<String> nothing() {
            return null;
        }

        @DistributedLock(key = "'job'", reentrant = false)
        public Mono<String> alone(String value) {
            return Mono.just(value);
        }

        @DistributedLock("#id")
        public Mono<String> keyed(@Nullable String id) {
            return Mono.justOrEmpty(id);
        }

        @DistributedLock("#id")
        public Publisher<String> keyedPublisher(@Nullable String id) {
            return Mono.justOrEmpty(id);
        }

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.SKIP)
        public Mono<String> skip() {
            return Mono.just("ran");
        }

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.SKIP)
        public Flux<String> skipMany() {
            return Flux.just("ran");
        }

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "instead")
        public Mono<String> orInstead(String value) {
            return mono(() -> Mono.just(value));
        }

        Mono<String> instead(String value, LockNotGrantedException why) {
            return Mono.just("instead of " + value + " for " + why.key());
        }
    }
}

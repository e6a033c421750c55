package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamolock.LockException;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockTableException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One call of an annotated method, from its key to its release. */
class LockedCallTests {

    private static void run(BiConsumer<Jobs, FakeLockClient> test) {
        LockTestContext.runner()
                .withBean(Jobs.class)
                .withPropertyValues("job.wait=3s")
                .run(context -> test.accept(context.getBean(Jobs.class), context.getBean(FakeLockClient.class)));
    }

    @Test
    void theBodyRunsUnderTheLockOfItsKey() {
        run((jobs, locks) -> {
            assertThat(jobs.launch(42)).isEqualTo("launched 42");
            assertThat(locks.events).containsExactly("acquire campaign:42", "body 42", "release campaign:42");
        });
    }

    @Test
    void theRequestCarriesWhatTheAnnotationSays() {
        run((jobs, locks) -> {
            jobs.tuned();
            assertThat(locks.requests).singleElement().satisfies(request -> {
                assertThat(request.name()).contains("tuning");
                assertThat(request.waitTime()).contains(Duration.ofSeconds(3));
                assertThat(request.leaseDuration()).contains(Duration.ofSeconds(90));
                assertThat(request.reentrant()).isFalse();
            });
        });
    }

    @Test
    void whatTheAnnotationLeavesOpenIsTheClientsToDecide() {
        run((jobs, locks) -> {
            jobs.launch(1);
            assertThat(locks.requests).singleElement().satisfies(request -> {
                assertThat(request.name()).contains("Jobs.launch");
                assertThat(request.waitTime()).isEmpty();
                assertThat(request.leaseDuration()).isEmpty();
                assertThat(request.reentrant()).isTrue();
            });
        });
    }

    @Test
    void anExceptionOfTheBodyPassesAsItIsAndTheLockIsReleased() {
        run((jobs, locks) -> {
            IOException thrown = new IOException("disk full");
            assertThatThrownBy(() -> jobs.fail(thrown)).isSameAs(thrown).hasNoSuppressedExceptions();
            assertThat(locks.events).containsExactly("acquire fails", "release fails");
        });
    }

    @Test
    void aFailureToReleaseMasksNeitherTheResultNorTheBodysException() {
        run((jobs, locks) -> {
            locks.releaseFailure = new LockTableException("unreachable", null);
            assertThat(jobs.launch(1)).isEqualTo("launched 1");
            IOException thrown = new IOException("disk full");
            assertThatThrownBy(() -> jobs.fail(thrown)).isSameAs(thrown);
        });
    }

    @Test
    void whenAnotherHoldsTheLockTheCallThrowsAndTheBodyDoesNotRun() {
        run((jobs, locks) -> {
            hold(locks, "campaign:42");
            assertThatExceptionOfType(LockNotGrantedException.class)
                    .isThrownBy(() -> jobs.launch(42))
                    .satisfies(refusal -> assertThat(refusal.key()).isEqualTo("campaign:42"));
            assertThat(locks.events).doesNotContain("body 42");
        });
    }

    @Test
    void aSkippedCallReturnsNothing() {
        run((jobs, locks) -> {
            hold(locks, "skip");
            assertThat(jobs.skipText()).isNull();
            assertThat(jobs.skipOptional()).isEmpty();
            assertThat(jobs.skipOptionalInt()).isEmpty();
            assertThat(jobs.skipFlag()).isFalse();
            assertThat(jobs.skipCount()).isZero();
            assertThat(jobs.skipRatio()).isZero();
            assertThat(jobs.skipLetter()).isEqualTo('\0');
            jobs.skipNothing();
            assertThat(locks.events).containsExactly("tryAcquire skip");
        });
    }

    @Test
    void aCallThatIsNotSkippedReturnsWhatTheBodyReturns() {
        run((jobs, locks) -> {
            assertThat(jobs.skipCount()).isEqualTo(7);
            assertThat(jobs.skipOptional()).contains("ran");
            assertThat(jobs.skipOnce()).isEqualTo("ran");
        });
    }

    @Test
    void aSkippingCallThatDoesNotWaitTriesOnceAndNeedsNoException() {
        run((jobs, locks) -> {
            assertThat(jobs.skipOnce()).isEqualTo("ran");
            hold(locks, "skip");
            assertThat(jobs.skipOnce()).isNull();
            assertThat(locks.events).containsExactly("tryAcquire skip", "release skip", "tryAcquire skip");
        });
    }

    @Test
    void skippingIsForContentionOnlyNotForATableThatCanNotBeReached() {
        run((jobs, locks) -> {
            locks.failure = new LockTableException("unreachable", null);
            assertThatExceptionOfType(LockTableException.class).isThrownBy(jobs::skipText);
            assertThatExceptionOfType(LockTableException.class).isThrownBy(jobs::skipOnce);
        });
    }

    @Test
    void anInterruptWhileWaitingEndsTheCallKeepsTheFlagAndDoesNotRunTheBody() {
        run((jobs, locks) -> {
            CountDownLatch waiting = new CountDownLatch(1);
            locks.hangs = waiting;
            FutureTask<Boolean> call = new FutureTask<>(() -> {
                assertThatExceptionOfType(LockException.class)
                        .isThrownBy(() -> jobs.launch(42))
                        .withMessageContaining("Jobs.launch(long)")
                        .withMessageContaining("did not run")
                        .withCauseInstanceOf(InterruptedException.class)
                        .isNotInstanceOf(LockNotGrantedException.class);
                return Thread.currentThread().isInterrupted();
            });
            Thread thread = start(call);
            await(waiting);
            thread.interrupt();
            assertThat(result(call)).isTrue();
            assertThat(locks.events).isEmpty();
        });
    }

    @Test
    void anInterruptedExceptionOfTheBodyPassesAsItIs() {
        run((jobs, locks) -> {
            InterruptedException thrown = new InterruptedException("mine");
            assertThatThrownBy(() -> jobs.interrupted(thrown)).isSameAs(thrown);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        });
    }

    @Test
    void aNestedCallForTheSameKeyJoinsAndTheOutermostReleases() {
        run((jobs, locks) -> {
            jobs.outer(jobs, "a", "a");
            assertThat(locks.events).containsExactly("acquire a", "inner a held", "outer a still held", "release a");
        });
    }

    @Test
    void aNestedCallForAnotherKeyHasALockOfItsOwn() {
        run((jobs, locks) -> {
            jobs.outer(jobs, "a", "b");
            assertThat(locks.events)
                    .containsExactly(
                            "acquire a", "acquire b", "inner b held", "release b", "outer a still held", "release a");
        });
    }

    @Test
    void aNestedCallThatIsNotReentrantDoesNotJoin() {
        run((jobs, locks) -> assertThatExceptionOfType(LockNotGrantedException.class)
                .isThrownBy(() -> jobs.outerOfNotReentrant(jobs)));
    }

    @Test
    void theRunningMethodFindsItsLock() {
        run((jobs, locks) -> {
            assertThat(jobs.token()).isEqualTo(1);
            assertThat(jobs.token()).isEqualTo(2);
        });
    }

    @Test
    void outsideALockedMethodThereIsNoLock() {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(LockContext::current)
                .withMessageContaining("No @DistributedLock method runs on thread")
                .withMessageContaining("Spring proxy");
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(LockContext::assertHeld);
    }

    @Test
    void assertHeldFailsOnceTheLockIsLost() {
        run((jobs, locks) -> assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(jobs::assertAfterLoss)
                .withMessageContaining("'asserted' is no longer held"));
    }

    private static void hold(FakeLockClient locks, String key) {
        assertThat(locks.tryAcquire(key)).isPresent();
    }

    private static Thread start(Runnable task) {
        Thread thread = new Thread(task);
        thread.start();
        return thread;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static <T> T result(FutureTask<T> task) {
        try {
            return task.get(10, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    static class Jobs {

        private final FakeLockClient locks;

        Jobs(FakeLockClient locks) {
            this.locks = locks;
        }

        @DistributedLock(key = "'campaign:' + #id")
        public String launch(long id) {
            locks.events.add("body " + id);
            return "launched " + id;
        }

        @DistributedLock(
                key = "'tuned'",
                name = "tuning",
                waitTime = "${job.wait}",
                leaseTime = "PT1M30S",
                reentrant = false)
        public void tuned() {}

        @DistributedLock("'fails'")
        public void fail(Exception failure) throws Exception {
            throw failure;
        }

        @DistributedLock("'interrupted'")
        public void interrupted(InterruptedException failure) throws InterruptedException {
            throw failure;
        }

        @DistributedLock(key = "'skip'", onUnavailable = OnUnavailable.SKIP)
        public @Nullable String skipText() {
            return "ran";
        }

        @DistributedLock(key = "'skip'", onUnavailable = OnUnavailable.SKIP, waitTime = "0s")
        public @Nullable String skipOnce() {
            return "ran";
        }

        @DistributedLock(key = "'skip'", onUnavailable = OnUnavailable.SKIP)
        public Optional<String> skipOptional() {
            return Optional.of("ran");
        }

        @DistributedLock(key = "'skip'", onUnavailable = OnUnavailable.SKIP)
        public OptionalInt skipOptionalInt() {
            return OptionalInt.of(7);
        }

        @DistributedLock(key = "'skip'", onUnavailable = OnUnavailable.SKIP)
        public boolean skipFlag() {
            return true;
        }

        @DistributedLock(key = "'skip'", onUnavailable = OnUnavailable.SKIP)
        public int skipCount() {
            return 7;
        }

        @DistributedLock(key = "'skip'", onUnavailable = OnUnavailable.SKIP)
        public double skipRatio() {
            return 0.5;
        }

        @DistributedLock(key = "'skip'", onUnavailable = OnUnavailable.SKIP)
        public char skipLetter() {
            return 'x';
        }

        @DistributedLock(key = "'skip'", onUnavailable = OnUnavailable.SKIP)
        public void skipNothing() {
            locks.events.add("ran");
        }

        @DistributedLock(key = "#key")
        public void outer(Jobs proxy, String key, String innerKey) {
            proxy.inner(innerKey);
            LockHandle current = LockContext.current();
            locks.events.add("outer " + current.key() + (current.isHeld() ? " still held" : " gone"));
        }

        @DistributedLock(key = "#key")
        public void inner(String key) {
            LockContext.assertHeld();
            locks.events.add("inner " + LockContext.current().key() + " held");
        }

        @DistributedLock(key = "'single'", reentrant = false)
        public void outerOfNotReentrant(Jobs proxy) {
            proxy.innerOfNotReentrant();
        }

        @DistributedLock(key = "'single'", reentrant = false)
        public void innerOfNotReentrant() {}

        @DistributedLock("'token'")
        public long token() {
            return LockContext.current().fencingToken();
        }

        @DistributedLock(key = "'asserted'", onLost = OnLost.REPORT)
        public void assertAfterLoss() {
            locks.handle("asserted").lose();
            LockContext.assertHeld();
        }
    }
}

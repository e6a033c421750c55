package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockException;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.LockTableException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Methods that return a future, from the call to the release. */
class FutureCallTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final CompletableFuture<@Nullable String> body = new CompletableFuture<>();

    private static void run(BiConsumer<Jobs, FakeLockClient> test) {
        LockTestContext.runner()
                .withBean(Jobs.class)
                .run(context -> test.accept(context.getBean(Jobs.class), context.getBean(FakeLockClient.class)));
    }

    private Callable<CompletableFuture<@Nullable String>> body(FakeLockClient locks) {
        return () -> {
            locks.events.add("body");
            return body;
        };
    }

    @Test
    void theLockIsHeldUntilTheFutureIsComplete() {
        run((jobs, locks) -> {
            CompletableFuture<@Nullable String> result = jobs.future(body(locks));
            assertThat(result).isNotDone();
            assertThat(locks.events).containsExactly("acquireAsync job", "body");
            body.complete("done");
            assertThat(result).isCompletedWithValue("done");
            assertThat(locks.events).containsExactly("acquireAsync job", "body", "release job");
        });
    }

    @Test
    void aStageIsFollowedToo() {
        run((jobs, locks) -> {
            CompletionStage<@Nullable String> result = jobs.stage(body::minimalCompletionStage);
            assertThat(locks.events).containsExactly("acquireAsync job");
            body.complete("done");
            assertThat(result.toCompletableFuture()).isCompletedWithValue("done");
            assertThat(locks.events).containsExactly("acquireAsync job", "release job");
        });
    }

    @Test
    void aBodyThatGivesNoFutureHasEnded() {
        run((jobs, locks) -> {
            assertThat(jobs.nothing()).isCompletedWithValue(null);
            assertThat(locks.events).containsExactly("acquireAsync job", "release job");
        });
    }

    @Test
    void theCallerIsToldOnlyAfterTheRelease() {
        run((jobs, locks) -> {
            CompletableFuture<@Nullable Void> released = new CompletableFuture<>();
            locks.releases = released;
            CompletableFuture<@Nullable String> result = jobs.future(() -> CompletableFuture.completedFuture("done"));
            CompletableFuture<@Nullable String> failing = jobs.other(() -> {
                throw new IOException("disk full");
            });
            assertThat(result).isNotDone();
            assertThat(failing).isNotDone();
            released.complete(null);
            assertThat(result).isCompletedWithValue("done");
            assertThat(failing).isCompletedExceptionally();
        });
    }

    @Test
    void aReleaseThatFailsMasksNeitherTheResultNorTheBodysException() {
        run((jobs, locks) -> {
            locks.releaseFailure = new LockTableException("unreachable", null);
            assertThat(jobs.future(() -> CompletableFuture.completedFuture("done")))
                    .isCompletedWithValue("done");
            IOException thrown = new IOException("disk full");
            assertThat(failure(jobs.other(() -> CompletableFuture.failedFuture(thrown))))
                    .isSameAs(thrown);
        });
    }

    @Test
    void whatTheBodysFutureFailsWithReachesTheCallerAsItIs() {
        run((jobs, locks) -> {
            IOException thrown = new IOException("disk full");
            assertThat(failure(jobs.future(() -> CompletableFuture.failedFuture(thrown))))
                    .isSameAs(thrown);
            assertThat(locks.events).containsExactly("acquireAsync job", "release job");
        });
    }

    @Test
    void whatADependentStageFailsWithHasNothingAroundIt() {
        run((jobs, locks) -> {
            CompletableFuture<@Nullable String> result = jobs.future(() -> body.thenApply(value -> value + "!"));
            IOException thrown = new IOException("disk full");
            body.completeExceptionally(thrown);
            assertThat(failure(result)).isSameAs(thrown);
        });
    }

    @Test
    void whatTheBodyThrowsReachesTheCallerInTheFuture() {
        run((jobs, locks) -> {
            IOException thrown = new IOException("disk full");
            assertThat(failure(jobs.future(() -> {
                        throw thrown;
                    })))
                    .isSameAs(thrown);
            assertThat(locks.events).containsExactly("acquireAsync job", "release job");
        });
    }

    @Test
    void theLockIsNoLongerBoundWhenTheCallerIsTold() {
        run((jobs, locks) -> {
            CompletableFuture<@Nullable String> failed = jobs.future(() -> {
                throw new IllegalStateException("mine");
            });
            assertThat(failed.handle((value, failure) -> LockContext.scope())).isCompletedWithValue(null);
            locks.callbacks = task -> {
                task.run();
                assertThat(LockContext.scope()).isNull();
            };
            CompletableFuture<@Nullable Void> told = new CompletableFuture<>();
            locks.releases = told;
            CompletableFuture<@Nullable Object> bound = jobs.future(() -> {
                        assertThat(LockContext.current().key()).isEqualTo("job");
                        throw new IllegalStateException("mine");
                    })
                    .handle((value, failure) -> LockContext.scope());
            told.complete(null);
            assertThat(bound).isCompletedWithValue(null);
        });
    }

    @Test
    void theCallerWaitsForNothing() {
        run((jobs, locks) -> {
            locks.hangs = new CountDownLatch(1);
            CompletableFuture<@Nullable String> result = jobs.future(body(locks));
            assertThat(result).isNotDone();
            assertThat(locks.events).isEmpty();
            locks.answerHanging();
            body.complete("done");
            assertThat(result).isCompletedWithValue("done");
        });
    }

    @Test
    void cancellingWhileItWaitsCancelsTheAcquisitionAndRunsNoBody() {
        run((jobs, locks) -> {
            locks.hangs = new CountDownLatch(1);
            CompletableFuture<@Nullable String> result = jobs.future(body(locks));
            result.cancel(true);
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
            CompletableFuture<@Nullable String> result = jobs.future(body(locks));
            // Hung on the client's answer after the call's own part, so that it runs before that.
            locks.hanging.keySet().forEach(asked -> {
                CompletableFuture<?> unused = asked.thenRun(() -> result.cancel(true));
            });
            locks.answerHanging();
            assertThat(result).isCancelled();
            assertThat(locks.events).containsExactly("acquireAsync job", "release job");
        });
    }

    @Test
    void cancellingCancelsTheBodysFutureAndGivesTheLockBack() {
        run((jobs, locks) -> {
            CompletableFuture<@Nullable String> result = jobs.future(body(locks));
            result.cancel(true);
            assertThat(body).isCancelled();
            assertThat(locks.events).containsExactly("acquireAsync job", "body", "release job");
        });
    }

    @Test
    void cancellingBeforeTheBodyHasReturnedItsFutureCancelsThatToo() {
        run((jobs, locks) -> {
            locks.hangs = new CountDownLatch(1);
            CompletableFuture<CompletableFuture<@Nullable String>> given = new CompletableFuture<>();
            CompletableFuture<@Nullable String> result = jobs.future(() -> {
                given.join().cancel(true);
                assertThat(LockContext.current().isHeld()).isTrue();
                return body;
            });
            given.complete(result);
            locks.answerHanging();
            assertThat(body).isCancelled();
            assertThat(locks.events).containsExactly("acquireAsync job", "release job");
        });
    }

    @Test
    void aStageThatCanNotBeCancelledKeepsTheLockUntilItIsComplete() {
        run((jobs, locks) -> {
            CompletionStage<@Nullable String> result = jobs.stage(body::minimalCompletionStage);
            result.toCompletableFuture().cancel(true);
            assertThat(locks.events).containsExactly("acquireAsync job");
            body.complete("done");
            assertThat(locks.events).containsExactly("acquireAsync job", "release job");
        });
    }

    @Test
    void aCallThatTheCallerGivesUpAfterATimeIsCancelled() {
        run((jobs, locks) -> {
            CompletableFuture<@Nullable String> result = jobs.future(body(locks));
            result.completeOnTimeout("late", 0, TimeUnit.NANOSECONDS);
            assertThat(result).succeedsWithin(LIMIT).isEqualTo("late");
            assertThat(body).failsWithin(LIMIT);
            assertThat(body).isCancelled();
        });
    }

    @Test
    void whenAnotherHoldsTheLockTheFutureFails() {
        run((jobs, locks) -> {
            hold(locks, "job");
            CompletableFuture<@Nullable String> result = jobs.future(body(locks));
            assertThat(failure(result)).isInstanceOf(LockNotGrantedException.class);
            assertThat(locks.events).doesNotContain("body");
        });
    }

    @Test
    void anInvalidKeyArrivesInTheFuture() {
        run((jobs, locks) -> {
            assertThat(failure(jobs.keyed(null))).isInstanceOf(InvalidLockKeyException.class);
            assertThat(failure(jobs.keyed(""))).isInstanceOf(InvalidLockKeyException.class);
            assertThat(locks.requests).isEmpty();
        });
    }

    @Test
    void aRefusalByTheClientNamesTheMethod() {
        run((jobs, locks) -> {
            locks.failure = new IllegalArgumentException("too long");
            assertThat(failure(jobs.keyed("a")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("Jobs.keyed(String), key = \"#id\": too long.")
                    .hasMessageContaining("The method did not run.");
        });
    }

    @Test
    void aSkippedCallGivesACompleteFutureOfNothing() {
        run((jobs, locks) -> {
            hold(locks, "job");
            assertThat(jobs.skipText()).isCompletedWithValue(null);
            assertThat(jobs.skipOptional()).isCompletedWithValue(Optional.empty());
        });
    }

    @Test
    void skippingIsForContentionOnly() {
        run((jobs, locks) -> {
            locks.failure = new LockTableException("unreachable", null);
            assertThat(failure(jobs.skipText())).isInstanceOf(LockTableException.class);
        });
    }

    @Test
    void theFallbacksFutureStandsInAndIsCancelledWithTheCall() {
        run((jobs, locks) -> {
            hold(locks, "job");
            CompletableFuture<@Nullable String> result = jobs.orInstead(body);
            assertThat(result).isNotDone();
            body.complete("instead");
            assertThat(result).isCompletedWithValue("instead");

            CompletableFuture<@Nullable String> other = new CompletableFuture<>();
            jobs.orInstead(other).cancel(true);
            assertThat(other).isCancelled();
        });
    }

    @Test
    void aCallerWhoHasGoneGetsNoFallback() {
        run((jobs, locks) -> {
            hold(locks, "job");
            locks.hangs = new CountDownLatch(1);
            CompletableFuture<@Nullable String> result = jobs.orFail();
            CompletableFuture<?> asked = locks.hanging.keySet().iterator().next();
            CompletableFuture<?> unused = asked.exceptionally(refused -> {
                result.cancel(true);
                return null;
            });
            locks.answerHanging();
            assertThat(locks.events).containsExactly("acquireAsync job");
        });
    }

    @Test
    void aLockExceptionOfTheBodyIsNoReasonForTheFallback() {
        run((jobs, locks) -> {
            LockException mine = new LockException("mine", null);
            body.completeExceptionally(mine);
            assertThat(failure(jobs.orInstead(body))).isSameAs(mine);
        });
    }

    private static Throwable failure(CompletableFuture<?> future) {
        try {
            future.getNow(null);
        } catch (CompletionException failed) {
            Throwable cause = failed.getCause();
            if (cause != null) {
                return cause;
            }
        }
        throw new AssertionError("has not failed: " + future);
    }

    private static void hold(FakeLockClient locks, String key) {
        assertThat(locks.acquireAsync(LockRequest.forKey(key).build())).isCompleted();
    }

    static class Jobs {

        private final FakeLockClient locks;

        Jobs(FakeLockClient locks) {
            this.locks = locks;
        }

        @DistributedLock("'job'")
        public CompletableFuture<@Nullable String> future(Callable<CompletableFuture<@Nullable String>> body) {
            return call(body);
        }

        @DistributedLock("'other'")
        public CompletableFuture<@Nullable String> other(Callable<CompletableFuture<@Nullable String>> body) {
            return call(body);
        }

        @DistributedLock("'job'")
        public CompletionStage<@Nullable String> stage(Callable<CompletionStage<@Nullable String>> body) {
            return call(body);
        }

        private static <T> T call(Callable<T> body) {
            try {
                return body.call();
            } catch (Exception thrown) {
                throw sneaky(thrown);
            }
        }

        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
        private static <E extends Throwable> RuntimeException sneaky(Throwable thrown) throws E {
            throw (E) thrown;
        }

        @DistributedLock("'job'")
        public @Nullable CompletableFuture<@Nullable String> nothing() {
            return null;
        }

        @DistributedLock("#id")
        public CompletableFuture<@Nullable String> keyed(@Nullable String id) {
            return CompletableFuture.completedFuture(id);
        }

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.SKIP)
        public CompletableFuture<@Nullable String> skipText() {
            return CompletableFuture.completedFuture("ran");
        }

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.SKIP)
        public CompletableFuture<Optional<String>> skipOptional() {
            return CompletableFuture.completedFuture(Optional.of("ran"));
        }

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "instead")
        public CompletableFuture<@Nullable String> orInstead(CompletableFuture<@Nullable String> given) {
            return given;
        }

        CompletableFuture<@Nullable String> instead(
                CompletableFuture<@Nullable String> given, LockNotGrantedException why) {
            assertThat(why.key()).isEqualTo("job");
            return given;
        }

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "note")
        public CompletableFuture<@Nullable String> orFail() {
            return note();
        }

        private CompletableFuture<@Nullable String> note() {
            locks.events.add("fallback");
            return CompletableFuture.completedFuture(null);
        }
    }
}

package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockLostException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A lock that is lost before the future of the body is complete. */
@ExtendWith(OutputCaptureExtension.class)
class FutureLossTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final CompletableFuture<@Nullable String> body = new CompletableFuture<>();
    private final ExecutorService pool = Executors.newSingleThreadExecutor();

    @AfterEach
    void end() {
        pool.shutdownNow();
        assertThat(Thread.interrupted()).isFalse();
    }

    private static void run(BiConsumer<Jobs, FakeLockClient> test) {
        LockTestContext.runner()
                .withBean(Jobs.class)
                .run(context -> test.accept(context.getBean(Jobs.class), context.getBean(FakeLockClient.class)));
    }

    @Test
    void theCallerLearnsOfItAndTheBodysFutureIsCancelled() {
        run((jobs, locks) -> {
            CompletionStage<@Nullable String> result = jobs.interrupt(() -> body);
            locks.handle("job").lose();
            assertThat(body).isCancelled();
            assertThat(failure(result))
                    .isInstanceOf(LockLostException.class)
                    .hasMessageContaining("was lost while the method ran (TAKEN_OVER)");
        });
    }

    @Test
    void theCallerIsToldAtOnceThoughTheBodyGoesOn() {
        run((jobs, locks) -> {
            CompletionStage<@Nullable String> result = jobs.interrupt(body::minimalCompletionStage);
            locks.handle("job").lose();
            assertThat(failure(result)).isInstanceOf(LockLostException.class);
            assertThat(locks.events).containsExactly("acquireAsync job");
            body.complete("late");
            assertThat(locks.events).containsExactly("acquireAsync job", "release job");
        });
    }

    @Test
    void theCallerIsToldAtOnceThoughTheReleaseGetsNoAnswer() {
        run((jobs, locks) -> {
            locks.releases = new CompletableFuture<>();
            CompletionStage<@Nullable String> result = jobs.interrupt(() -> body);
            locks.handle("job").lose();
            assertThat(failure(result)).isInstanceOf(LockLostException.class);
        });
    }

    @Test
    void theBodyIsStoppedBeforeTheCallersOwnActionsRun() {
        run((jobs, locks) -> {
            locks.releases = new CompletableFuture<>();
            CompletableFuture<Boolean> seen = jobs.interrupt(() -> body)
                    .handle((value, failure) -> body.isCancelled())
                    .toCompletableFuture();
            locks.handle("job").lose();
            assertThat(seen).isCompletedWithValue(true);
        });
    }

    @Test
    void aBodyStillOnItsThreadIsInterruptedAndLeavesNoFlagThere() {
        run((jobs, locks) -> {
            // Not before the call has returned: else the body would be on this thread.
            CompletableFuture<@Nullable Void> called = new CompletableFuture<>();
            locks.callbacks = task -> pool.execute(() -> {
                called.join();
                task.run();
            });
            CountDownLatch entered = new CountDownLatch(1);
            CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
            CompletableFuture<@Nullable Void> mayReturn = new CompletableFuture<>();
            CompletionStage<@Nullable String> result = jobs.interrupt(() -> {
                entered.countDown();
                interrupted.complete(waitForInterrupt());
                mayReturn.join();
                return body;
            });
            called.complete(null);
            await(entered);
            locks.handle("job").lose();
            assertThat(failure(result)).isInstanceOf(LockLostException.class);
            assertThat(interrupted).succeedsWithin(LIMIT).isEqualTo(true);
            assertThat(locks.events).containsExactly("acquireAsync job");
            mayReturn.complete(null);
            assertThat(body).failsWithin(LIMIT);
            assertThat(body).isCancelled();
            assertThat(CompletableFuture.supplyAsync(Thread::interrupted, pool))
                    .succeedsWithin(LIMIT)
                    .isEqualTo(false);
            assertThat(locks.events).containsExactly("acquireAsync job", "release job");
        });
    }

    @Test
    void theEndOfTheFutureClearsNoFlagOfTheThreadOnWhichItEnds() {
        run((jobs, locks) -> {
            CompletionStage<@Nullable String> result = jobs.interrupt(() -> {
                locks.handle("job").lose();
                return body.minimalCompletionStage();
            });
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            Thread.currentThread().interrupt();
            body.complete("late");
            assertThat(Thread.interrupted()).isTrue();
            assertThat(failure(result)).isInstanceOf(LockLostException.class);
        });
    }

    @Test
    void aLossAfterTheBodysPartOnItsThreadInterruptsNobody() {
        run((jobs, locks) -> {
            CompletionStage<@Nullable String> unused = jobs.interrupt(() -> body);
            locks.handle("job").lose();
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        });
    }

    @Test
    void aLockThatIsLostAtOnceRunsNoBody() {
        run((jobs, locks) -> {
            locks.losesAtOnce = true;
            CompletionStage<@Nullable String> result = jobs.interrupt(() -> {
                throw new AssertionError("ran");
            });
            assertThat(failure(result)).isInstanceOf(LockLostException.class).hasMessageContaining("it did not run");
        });
    }

    @Test
    void aLossThatNobodyToldIsFoundAtRelease() {
        run((jobs, locks) -> {
            CompletionStage<@Nullable String> result = jobs.interrupt(() -> body);
            locks.handle("job").loseSilently();
            body.complete("done");
            assertThat(failure(result)).isInstanceOf(LockLostException.class).hasMessageContaining("EXPIRED");
        });
    }

    @Test
    void withFailTheCallerIsToldWhenTheBodyIsComplete() {
        run((jobs, locks) -> {
            CompletionStage<@Nullable String> result = jobs.fail(() -> body);
            locks.handle("job").lose();
            assertThat(result.toCompletableFuture()).isNotDone();
            assertThat(body).isNotDone();
            body.complete("done");
            assertThat(failure(result)).isInstanceOf(LockLostException.class);
        });
    }

    @Test
    void withFailAnExceptionOfTheBodyPassesAsItIs() {
        run((jobs, locks) -> {
            CompletionStage<@Nullable String> result = jobs.fail(() -> body);
            locks.handle("job").lose();
            IllegalStateException mine = new IllegalStateException("mine");
            body.completeExceptionally(mine);
            assertThat(failure(result)).isSameAs(mine);
            assertThat(mine.getSuppressed()).singleElement().isInstanceOf(LockLostException.class);
        });
    }

    @Test
    void withReportItIsOnlyWarnedOf(CapturedOutput output) {
        run((jobs, locks) -> {
            CompletionStage<@Nullable String> result = jobs.report(() -> body);
            locks.handle("job").lose();
            body.complete("done");
            assertThat(result.toCompletableFuture()).isCompletedWithValue("done");
        });
        assertThat(output).contains("WARN").contains("was lost while the method ran (TAKEN_OVER)");
    }

    private static boolean waitForInterrupt() {
        try {
            return new CountDownLatch(1).await(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    private static Throwable failure(CompletionStage<?> stage) {
        try {
            stage.toCompletableFuture().getNow(null);
        } catch (CompletionException failed) {
            Throwable cause = failed.getCause();
            if (cause != null) {
                return cause;
            }
        }
        throw new AssertionError("has not failed: " + stage);
    }

    static class Jobs {

        @DistributedLock("'job'")
        public CompletionStage<@Nullable String> interrupt(Supplier<CompletionStage<@Nullable String>> body) {
            return body.get();
        }

        @DistributedLock(key = "'job'", onLost = OnLost.FAIL)
        public CompletionStage<@Nullable String> fail(Supplier<CompletionStage<@Nullable String>> body) {
            return body.get();
        }

        @DistributedLock(key = "'job'", onLost = OnLost.REPORT)
        public CompletionStage<@Nullable String> report(Supplier<CompletionStage<@Nullable String>> body) {
            return body.get();
        }
    }
}

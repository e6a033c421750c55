package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Futures that can't call back. */
class PlainFuturesTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ExecutorService pool = Executors.newSingleThreadExecutor();
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    @AfterEach
    void end() {
        pool.shutdownNow();
    }

    private static void run(BiConsumer<Jobs, FakeLockClient> test) {
        LockTestContext.runner()
                .withBean(Jobs.class)
                .run(context -> test.accept(context.getBean(Jobs.class), context.getBean(FakeLockClient.class)));
    }

    private String work() throws InterruptedException {
        if (!mayEnd.await(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("nobody let it end");
        }
        return "done";
    }

    @Test
    void theLockIsHeldUntilTheTaskHasEnded() {
        run((jobs, locks) -> {
            Future<String> result = jobs.submit(pool, this::work);
            assertThat(result).isNotDone();
            assertThat(locks.events).containsExactly("acquireAsync job");
            mayEnd.countDown();
            assertThat(result).succeedsWithin(LIMIT).isEqualTo("done");
            assertThat(locks.events).containsExactly("acquireAsync job", "release job");
        });
    }

    @Test
    void whatTheTaskThrowsReachesTheCallerAsFromTheTask() {
        run((jobs, locks) -> {
            IOException thrown = new IOException("disk full");
            Future<String> result = jobs.submit(pool, () -> {
                throw thrown;
            });
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> result.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .withCause(thrown);
            assertThat(locks.events).containsExactly("acquireAsync job", "release job");
        });
    }

    @Test
    void cancellingInterruptsTheTaskAndGivesTheLockBack() {
        run((jobs, locks) -> {
            CountDownLatch begun = new CountDownLatch(1);
            CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
            Future<String> result = jobs.submit(pool, () -> {
                begun.countDown();
                try {
                    return work();
                } catch (InterruptedException asked) {
                    interrupted.complete(true);
                    throw asked;
                }
            });
            await(begun);
            assertThat(result.cancel(true)).isTrue();
            assertThat(interrupted).succeedsWithin(LIMIT);
            Awaitility.await().atMost(LIMIT).until(() -> locks.events.contains("release job"));
            assertThat(result).isCancelled();
        });
    }

    @Test
    void aTaskThatIsCancelledBySomebodyElseEndsTheCall() {
        run((jobs, locks) -> {
            CompletableFuture<Future<String>> task = new CompletableFuture<>();
            Future<String> result = jobs.given(pool, this::work, task);
            task.join().cancel(true);
            assertThat(result).failsWithin(LIMIT);
            assertThat(result).isCancelled();
            assertThat(locks.events).containsExactly("acquireAsync job", "release job");
        });
    }

    @Test
    void anInterruptOfTheWaitingThreadIsNoEndOfTheFuture() {
        FutureTask<String> ended = new FutureTask<>(() -> "done") {
            private boolean again;

            @Override
            public String get() throws InterruptedException, ExecutionException {
                if (!again) {
                    again = true;
                    throw new InterruptedException();
                }
                return super.get();
            }
        };
        ended.run();
        assertThat(PlainFutures.asStage(ended).toCompletableFuture().getNow(null))
                .isEqualTo("done");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void anythingElseIsAnEndAtOnce() {
        assertThat(PlainFutures.asStage(null).toCompletableFuture()).isCompletedWithValue(null);
        assertThat(PlainFutures.asStage("fallback").toCompletableFuture().getNow(null))
                .isEqualTo("fallback");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    static class Jobs {

        @DistributedLock("'job'")
        public Future<String> submit(ExecutorService pool, Callable<String> task) {
            return pool.submit(task);
        }

        @DistributedLock("'job'")
        public Future<String> given(
                ExecutorService pool, Callable<String> task, CompletableFuture<Future<String>> told) {
            Future<String> submitted = pool.submit(task);
            told.complete(submitted);
            return submitted;
        }
    }
}

package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockNotGrantedException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One lock of several calls, on several threads. */
class KeyHoldTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final CompletableFuture<@Nullable String> body = new CompletableFuture<>();
    private final ExecutorService pool = Executors.newSingleThreadExecutor();

    @AfterEach
    void end() {
        pool.shutdownNow();
    }

    private static void run(BiConsumer<Jobs, FakeLockClient> test) {
        LockTestContext.runner()
                .withBean(Jobs.class)
                .run(context -> test.accept(context.getBean(Jobs.class), context.getBean(FakeLockClient.class)));
    }

    @Test
    void workThatOutlivesTheCallThatBeganItKeepsTheLock() {
        run((jobs, locks) -> {
            CompletableFuture<@Nullable String> inner = jobs.blocking(() -> jobs.future(() -> body));
            assertThat(locks.events).containsExactly("acquire job");
            body.complete("done");
            assertThat(inner).isCompletedWithValue("done");
            assertThat(locks.events).containsExactly("acquire job", "release job");
        });
    }

    @Test
    void itsThreadIsPartedFromALockThatGoesOnWithoutIt() {
        run((jobs, locks) -> {
            CompletableFuture<@Nullable String> unused = jobs.blocking(() -> {
                CompletableFuture<@Nullable String> started = jobs.future(() -> body);
                assertThat(jobs.blocking(() -> locks.handle("job").detached)).isFalse();
                return started;
            });
            assertThat(locks.handle("job").detached).isTrue();
        });
    }

    @Test
    void aCallOnTheThreadOfTheBodyJoins() {
        run((jobs, locks) -> {
            locks.callbacks = pool;
            CompletableFuture<@Nullable String> result = jobs.future(() -> jobs.future(() -> body));
            body.complete("done");
            assertThat(result).succeedsWithin(LIMIT).isEqualTo("done");
            assertThat(locks.events).containsExactly("acquireAsync job", "release job");
        });
    }

    @Test
    void aBlockingCallInABodyOnAnotherThreadJoins() {
        run((jobs, locks) -> {
            locks.callbacks = pool;
            CompletableFuture<@Nullable String> result =
                    jobs.future(() -> jobs.blocking(() -> CompletableFuture.completedFuture("inner")));
            assertThat(result).succeedsWithin(LIMIT).isEqualTo("inner");
            assertThat(locks.events).containsExactly("acquireAsync job", "release job");
        });
    }

    @Test
    void ofSeveralCallsThatJoinedTheLastToEndReleases() {
        run((jobs, locks) -> {
            CompletableFuture<@Nullable String> second = new CompletableFuture<>();
            boolean unused = jobs.blocking(() -> {
                CompletableFuture<@Nullable String> first = jobs.future(() -> body);
                CompletableFuture<@Nullable String> other = jobs.future(() -> second);
                return first.isDone() || other.isDone();
            });
            second.complete("second");
            assertThat(locks.events).containsExactly("acquire job");
            body.complete("first");
            assertThat(locks.events).containsExactly("acquire job", "release job");
        });
    }

    @Test
    void aLockThatHasEndedIsNotJoined() {
        run((jobs, locks) -> {
            Supplier<CompletableFuture<@Nullable String>> later = jobs.blocking(() -> {
                CallScope inside = LockContext.scope();
                return () -> {
                    LockContext.bind(inside);
                    try {
                        return jobs.future(() -> body);
                    } finally {
                        LockContext.bind(null);
                    }
                };
            });
            CompletableFuture<@Nullable String> unused = later.get();
            assertThat(locks.events).containsExactly("acquire job", "release job", "acquireAsync job");
        });
    }

    @Test
    void aLostLockIsNotJoined() {
        run((jobs, locks) -> {
            CompletableFuture<@Nullable String> result = jobs.future(() -> {
                locks.handle("job").loseSilently();
                return jobs.future(() -> body);
            });
            assertThat(failure(result)).isInstanceOf(LockNotGrantedException.class);
        });
    }

    @Test
    void aCallThatIsNotReentrantDoesNotJoin() {
        run((jobs, locks) -> {
            assertThat(failure(jobs.blocking(() -> jobs.alone(() -> body))))
                    .isInstanceOf(LockNotGrantedException.class);
            assertThat(failure(jobs.alone(() -> jobs.future(() -> body)))).isInstanceOf(LockNotGrantedException.class);
            assertThat(failure(jobs.alone(() -> jobs.alone(() -> body)))).isInstanceOf(LockNotGrantedException.class);
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

    static class Jobs {

        @DistributedLock("'job'")
        public <T> T blocking(Supplier<T> body) {
            return body.get();
        }

        @DistributedLock("'job'")
        public CompletableFuture<@Nullable String> future(Supplier<CompletableFuture<@Nullable String>> body) {
            return body.get();
        }

        @DistributedLock(key = "'job'", reentrant = false)
        public CompletableFuture<@Nullable String> alone(Supplier<CompletableFuture<@Nullable String>> body) {
            return body.get();
        }
    }
}

package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockRequest;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshotFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What goes with a body to the thread on which it runs. */
class CallerContextTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String KEY = "tenant";
    private static final ThreadLocal<@Nullable String> TENANT = new ThreadLocal<>();

    private final ExecutorService pool = Executors.newSingleThreadExecutor();

    @BeforeEach
    void register() {
        ContextRegistry.getInstance().registerThreadLocalAccessor(KEY, TENANT);
    }

    @AfterEach
    void end() {
        ContextRegistry.getInstance().removeThreadLocalAccessor(KEY);
        TENANT.remove();
        pool.shutdownNow();
    }

    private void run(BiConsumer<Jobs, FakeLockClient> test) {
        LockTestContext.runner().withBean(Jobs.class).withBean(Logged.class).run(context -> {
            context.getBean(FakeLockClient.class).callbacks = pool;
            test.accept(context.getBean(Jobs.class), context.getBean(FakeLockClient.class));
        });
    }

    @Test
    void theBodySeesWhatIsBoundToTheCallersThread() {
        run((jobs, locks) -> {
            TENANT.set("tenant-1");
            CompletableFuture<Thread> thread = new CompletableFuture<>();
            // A grant that is there before the caller looks for it would begin the body on the caller's thread.
            CompletableFuture<Void> called = new CompletableFuture<>();
            locks.callbacks = task -> pool.execute(() -> {
                called.join();
                task.run();
            });
            CompletableFuture<String> result = jobs.future(() -> {
                thread.complete(Thread.currentThread());
                return String.valueOf(TENANT.get());
            });
            called.complete(null);
            assertThat(result).succeedsWithin(LIMIT).isEqualTo("tenant-1");
            assertThat(thread.join()).isNotSameAs(Thread.currentThread());
            assertThat(CompletableFuture.supplyAsync(() -> String.valueOf(TENANT.get()), pool))
                    .succeedsWithin(LIMIT)
                    .isEqualTo("null");
        });
    }

    @Test
    void theFallbackSeesItToo() {
        run((jobs, locks) -> {
            TENANT.set("tenant-1");
            assertThat(locks.tryAcquire(LockRequest.forKey("job").build())).isPresent();
            assertThat(jobs.orInstead()).succeedsWithin(LIMIT).isEqualTo("instead of tenant-1");
        });
    }

    @Test
    void theLockIsSeenWhereTheContextIsPropagated() {
        run((jobs, locks) -> assertThat(jobs.future(() -> {
                    String here = LockContext.current().key();
                    Supplier<String> there = () -> LockContext.current().key();
                    ExecutorService other = Executors.newSingleThreadExecutor();
                    try {
                        return here
                                + CompletableFuture.supplyAsync(
                                                there,
                                                ContextSnapshotFactory.builder()
                                                        .build()
                                                        .captureAll()
                                                        .wrapExecutor(other))
                                        .join();
                    } finally {
                        other.shutdownNow();
                    }
                }))
                .succeedsWithin(LIMIT)
                .isEqualTo("jobjob"));
    }

    @Test
    void anAccessorThatFailsFailsTheCallAndTheLockIsGivenBack() {
        IllegalStateException broken = new IllegalStateException("broken");
        ContextRegistry.getInstance()
                .registerThreadLocalAccessor(
                        KEY,
                        () -> "tenant-1",
                        value -> {
                            throw broken;
                        },
                        () -> {});
        run((jobs, locks) -> {
            CompletableFuture<String> result = jobs.future(() -> "ran");
            assertThat(result.handle((value, failure) -> failure))
                    .succeedsWithin(LIMIT)
                    .isSameAs(broken);
            assertThat(locks.events).containsExactly("acquireAsync job", "release job");
        });
    }

    @Test
    void aspectsFurtherInFindTheirInvocation() {
        run((jobs, locks) -> {
            assertThat(jobs.logged("x")).succeedsWithin(LIMIT).isEqualTo("x, seen by an aspect");
            assertThat(locks.events).containsExactly("acquireAsync x", "aspect around logged[x]", "release x");
        });
    }

    @Aspect
    static class Logged {

        private final FakeLockClient locks;

        Logged(FakeLockClient locks) {
            this.locks = locks;
        }

        @Around("execution(* *..CallerContextTests.Jobs.logged(..)) && args(id)")
        Object around(ProceedingJoinPoint call, String id) throws Throwable {
            locks.events.add("aspect around " + call.getSignature().getName() + "[" + id + "]");
            CompletableFuture<?> given = (CompletableFuture<?>) call.proceed();
            Object mapped = given.thenApply(value -> value + ", seen by an aspect");
            return mapped;
        }
    }

    static class Jobs {

        @DistributedLock("'job'")
        public CompletableFuture<String> future(Supplier<String> body) {
            return CompletableFuture.completedFuture(body.get());
        }

        @DistributedLock(key = "'job'", onUnavailable = OnUnavailable.FALLBACK, fallbackMethod = "instead")
        public CompletableFuture<String> orInstead() {
            return CompletableFuture.completedFuture("ran");
        }

        CompletableFuture<String> instead() {
            return CompletableFuture.completedFuture("instead of " + TENANT.get());
        }

        @DistributedLock("#id")
        public CompletableFuture<String> logged(String id) {
            return CompletableFuture.completedFuture(id);
        }
    }
}

package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamolock.LockLostException;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** Methods that Spring's {@code @Async} runs on another thread. */
class AsyncMethodTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final ThreadLocal<@Nullable String> TENANT = new ThreadLocal<>();

    private static void run(BiConsumer<Jobs, FakeLockClient> test) {
        LockTestContext.runner()
                .withUserConfiguration(Asynchronous.class)
                .withBean(Jobs.class)
                .run(context -> test.accept(context.getBean(Jobs.class), context.getBean(FakeLockClient.class)));
    }

    @Test
    void theLockIsTakenOnTheTasksThreadWhichTheBodyHasToItself() {
        run((jobs, locks) -> {
            assertThat(jobs.report("a")).succeedsWithin(LIMIT).isEqualTo("task-1 of tenant-1 with a");
            assertThat(locks.events).containsExactly("acquire a", "release a");
            assertThat(locks.requests)
                    .singleElement()
                    .satisfies(request -> assertThat(request.reentrant()).isTrue());
        });
    }

    @Test
    void theLockIsHeldUntilTheBodysFutureIsComplete() {
        run((jobs, locks) -> {
            CompletableFuture<String> body = new CompletableFuture<>();
            CompletableFuture<Boolean> entered = new CompletableFuture<>();
            CompletableFuture<String> result = jobs.pending(body, entered);
            assertThat(entered).succeedsWithin(LIMIT);
            assertThat(locks.events).containsExactly("acquire pending");
            body.complete("done");
            assertThat(result).succeedsWithin(LIMIT).isEqualTo("done");
            assertThat(locks.events).containsExactly("acquire pending", "release pending");
        });
    }

    @Test
    void aMethodWithoutAResultHoldsItForItsTask() {
        run((jobs, locks) -> {
            CompletableFuture<Boolean> held = new CompletableFuture<>();
            jobs.nothing(held);
            assertThat(held).succeedsWithin(LIMIT).isEqualTo(true);
            Awaitility.await().atMost(LIMIT).until(() -> locks.events.contains("release nothing"));
        });
    }

    @Test
    void aPlainFutureFollowsToo() {
        run((jobs, locks) -> {
            assertThat(jobs.plain()).succeedsWithin(LIMIT).isEqualTo("plain");
            assertThat(locks.events).containsExactly("acquire plain", "release plain");
        });
    }

    @Test
    void aLockThatIsNotGrantedFailsTheFuture() {
        run((jobs, locks) -> {
            assertThat(locks.tryAcquire(LockRequest.forKey("a").build())).isPresent();
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> jobs.report("a").get(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .withCauseInstanceOf(LockNotGrantedException.class);
        });
    }

    @Test
    void aLossInterruptsTheTaskAndLeavesNoFlagOnItsThread() {
        run((jobs, locks) -> {
            CompletableFuture<Boolean> entered = new CompletableFuture<>();
            CompletableFuture<String> result = jobs.hanging(entered);
            assertThat(entered).succeedsWithin(LIMIT);
            locks.handle("hanging").lose();
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> result.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .withCauseInstanceOf(LockLostException.class);
            assertThat(jobs.flag()).succeedsWithin(LIMIT).isEqualTo(false);
        });
    }

    @Test
    void anAsyncAnnotationOfTheInterfaceIsSeen() {
        LockTestContext.runner()
                .withUserConfiguration(Asynchronous.class)
                .withBean("service", Service.class, Implementation::new)
                .run(context -> {
                    assertThat(context.getBean(Service.class).thread())
                            .succeedsWithin(LIMIT)
                            .isEqualTo("task-1");
                    assertThat(context.getBean(FakeLockClient.class).events)
                            .containsExactly("acquire service", "release service");
                });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class Asynchronous {

        @Bean
        ThreadPoolTaskExecutor taskExecutor() {
            ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
            executor.setCorePoolSize(1);
            executor.setThreadNamePrefix("task-");
            executor.setTaskDecorator(task -> () -> {
                TENANT.set("tenant-1");
                try {
                    task.run();
                } finally {
                    TENANT.remove();
                }
            });
            return executor;
        }
    }

    interface Service {

        @Async
        CompletableFuture<String> thread();
    }

    static class Implementation implements Service {

        @Override
        @DistributedLock("'service'")
        public CompletableFuture<String> thread() {
            return CompletableFuture.completedFuture(Thread.currentThread().getName());
        }
    }

    static class Jobs {

        @Async
        @DistributedLock("#key")
        public CompletableFuture<String> report(String key) {
            String lock = LockContext.current().key();
            return CompletableFuture.completedFuture(
                    Thread.currentThread().getName() + " of " + TENANT.get() + " with " + lock);
        }

        @Async
        @DistributedLock("'pending'")
        public CompletableFuture<String> pending(CompletableFuture<String> body, CompletableFuture<Boolean> entered) {
            entered.complete(true);
            return body;
        }

        @Async
        @DistributedLock("'nothing'")
        public void nothing(CompletableFuture<Boolean> held) {
            held.complete(LockContext.current().isHeld());
        }

        @Async
        @DistributedLock("'plain'")
        public Future<String> plain() {
            return CompletableFuture.completedFuture("plain");
        }

        @Async
        @DistributedLock("'hanging'")
        public CompletableFuture<String> hanging(CompletableFuture<Boolean> entered) {
            entered.complete(true);
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException asked) {
                Thread.currentThread().interrupt();
            }
            return CompletableFuture.completedFuture("late");
        }

        @Async
        public CompletableFuture<Boolean> flag() {
            return CompletableFuture.completedFuture(Thread.interrupted());
        }
    }
}

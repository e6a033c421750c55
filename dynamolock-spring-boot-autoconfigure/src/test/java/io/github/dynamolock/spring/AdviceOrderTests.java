package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import jakarta.validation.ConstraintViolationException;
import jakarta.validation.constraints.NotBlank;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.cache.support.SimpleCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.TaskExecutor;
import org.springframework.resilience.InvocationRejectedException;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.config.ScheduledTaskHolder;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.authorization.AuthorizationDeniedException;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.validation.annotation.Validated;
import org.springframework.validation.beanvalidation.MethodValidationPostProcessor;

/** Where the lock is when other annotations stand on the method too: each line of the table in docs/spring.md. */
class AdviceOrderTests {

    private final ApplicationContextRunner runner = LockTestContext.runner();

    @AfterEach
    void nobodyIsLoggedIn() {
        SecurityContextHolder.clearContext();
    }

    @Test
    void aTransactionBeginsUnderTheLockAndEndsBeforeItsRelease() {
        runner.withConfiguration(AutoConfigurations.of(TransactionAutoConfiguration.class))
                .withUserConfiguration(Transactions.class)
                .withBean(TransactionTests.RecordingTransactions.class)
                .withBean(Booking.class)
                .run(context -> {
                    context.getBean(Booking.class).run();
                    assertThat(context.getBean(FakeLockClient.class).events)
                            .containsExactly("acquire job", "begin", "body", "commit", "release job");
                });
    }

    @Test
    void aCacheIsAskedUnderTheLock() {
        runner.withUserConfiguration(Caching.class).withBean(Cached.class).run(context -> {
            context.getBean(Cached.class).run();
            context.getBean(Cached.class).run();
            assertThat(context.getBean(FakeLockClient.class).events)
                    .containsExactly(
                            "acquire job", "look up", "body", "release job", "acquire job", "look up", "release job");
        });
    }

    @Test
    void anAsyncMethodTakesTheLockOnTheTasksThread() {
        runner.withUserConfiguration(Asynchronous.class)
                .withBean(Background.class)
                .run(context -> {
                    List<String> events = context.getBean(FakeLockClient.class).events;
                    context.getBean(Background.class).run();
                    assertThat(events).isEmpty();
                    context.getBean(HeldBackTasks.class).runAll();
                    assertThat(events).containsExactly("acquire job", "body", "release job");
                });
    }

    @Test
    void anAsyncMethodHoldsTheLockUntilItsFutureIsComplete() {
        runner.withUserConfiguration(Asynchronous.class)
                .withBean(Background.class)
                .run(context -> {
                    List<String> events = context.getBean(FakeLockClient.class).events;
                    CompletableFuture<String> body = new CompletableFuture<>();
                    CompletableFuture<String> result =
                            context.getBean(Background.class).future(body);
                    Thread task = new Thread(context.getBean(HeldBackTasks.class)::runAll);
                    assertThat(events).isEmpty();
                    task.start();
                    await().until(() -> events.contains("body"));
                    assertThat(events).containsExactly("acquire job", "body");
                    body.complete("done");
                    assertThat(result).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("done");
                    await().until(() -> events.contains("release job"));
                    task.join();
                });
    }

    @Test
    void eachAttemptOfSpringsRetryTakesTheLockAnew() {
        runner.withUserConfiguration(Resilience.class).withBean(Retried.class).run(context -> {
            context.getBean(Retried.class).run();
            assertThat(context.getBean(FakeLockClient.class).events)
                    .containsExactly("acquire job", "body", "release job", "acquire job", "body", "release job");
        });
    }

    @Test
    void aCallBeyondSpringsConcurrencyLimitTakesNoLock() {
        runner.withUserConfiguration(Resilience.class).withBean(Limited.class).run(context -> {
            Limited limited = context.getBean(Limited.class);
            CompletableFuture<Throwable> second = new CompletableFuture<>();
            limited.run(() -> {
                Thread other = new Thread(() -> second.complete(catchThrowable(() -> limited.run(() -> {}))));
                other.start();
                assertThat(second).succeedsWithin(Duration.ofSeconds(10));
            });
            assertThat(second).isCompletedWithValueMatching(InvocationRejectedException.class::isInstance);
            assertThat(context.getBean(FakeLockClient.class).events).containsExactly("acquire job", "release job");
        });
    }

    @Test
    void whoMayNotCallTakesNoLock() {
        runner.withUserConfiguration(Security.class).withBean(Secured.class).run(context -> {
            List<String> events = context.getBean(FakeLockClient.class).events;
            SecurityContextHolder.getContext()
                    .setAuthentication(new TestingAuthenticationToken("eve", "", "ROLE_USER"));
            assertThatExceptionOfType(AuthorizationDeniedException.class)
                    .isThrownBy(context.getBean(Secured.class)::run);
            assertThat(events).isEmpty();
            SecurityContextHolder.getContext()
                    .setAuthentication(new TestingAuthenticationToken("ada", "", "ROLE_ADMIN"));
            context.getBean(Secured.class).run();
            assertThat(events).containsExactly("acquire job", "body", "release job");
        });
    }

    @Test
    void parametersAreValidatedUnderTheLock() {
        runner.withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
                .withBean(Checked.class)
                .run(context -> {
                    assertThatExceptionOfType(ConstraintViolationException.class)
                            .isThrownBy(() -> context.getBean(Checked.class).run(""));
                    assertThat(context.getBean(FakeLockClient.class).events)
                            .containsExactly("acquire job", "release job");
                });
    }

    @Test
    void invalidCallsTakeNoLockWhereValidationGoesBeforeOtherAdvice() {
        runner.withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
                .withUserConfiguration(ValidationFirst.class)
                .withBean(Checked.class)
                .run(context -> {
                    List<String> events = context.getBean(FakeLockClient.class).events;
                    assertThatExceptionOfType(ConstraintViolationException.class)
                            .isThrownBy(() -> context.getBean(Checked.class).run(""));
                    assertThat(events).isEmpty();
                    context.getBean(Checked.class).run("7");
                    assertThat(events).containsExactly("acquire job", "body", "release job");
                });
    }

    @Test
    void aScheduledJobIsLocked() {
        runner.withUserConfiguration(Scheduling.class).withBean(Nightly.class).run(context -> {
            context.getBean(ScheduledTaskHolder.class)
                    .getScheduledTasks()
                    .forEach(task -> task.getTask().getRunnable().run());
            assertThat(context.getBean(FakeLockClient.class).events)
                    .containsExactly("acquire job", "body", "release job");
        });
    }

    /** Says in the events of the lock client when it runs. */
    abstract static class Job {

        private final FakeLockClient locks;

        Job(FakeLockClient locks) {
            this.locks = locks;
        }

        final void body() {
            LockContext.assertHeld();
            locks.events.add("body");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    static class Transactions {}

    static class Booking extends Job {

        Booking(FakeLockClient locks) {
            super(locks);
        }

        @Transactional
        @DistributedLock("'job'")
        public void run() {
            body();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class Caching {

        @Bean
        CacheManager cacheManager(FakeLockClient locks) {
            Cache cache = new ConcurrentMapCache("results") {
                @Override
                protected @Nullable Object lookup(Object key) {
                    locks.events.add("look up");
                    return super.lookup(key);
                }
            };
            SimpleCacheManager manager = new SimpleCacheManager();
            manager.setCaches(List.of(cache));
            return manager;
        }
    }

    static class Cached extends Job {

        Cached(FakeLockClient locks) {
            super(locks);
        }

        @Cacheable("results")
        @DistributedLock("'job'")
        public String run() {
            body();
            return "done";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class Asynchronous {

        @Bean
        HeldBackTasks tasks() {
            return new HeldBackTasks();
        }
    }

    static class HeldBackTasks implements TaskExecutor {

        private final Queue<Runnable> tasks = new ArrayDeque<>();

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        void runAll() {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
        }
    }

    static class Background extends Job {

        Background(FakeLockClient locks) {
            super(locks);
        }

        @Async
        @DistributedLock("'job'")
        public void run() {
            body();
        }

        @Async
        @DistributedLock("'job'")
        public CompletableFuture<String> future(CompletableFuture<String> result) {
            body();
            return result;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods
    static class Resilience {}

    static class Retried extends Job {

        private boolean failed;

        Retried(FakeLockClient locks) {
            super(locks);
        }

        @Retryable(maxRetries = 1, delay = 1)
        @DistributedLock("'job'")
        public void run() {
            body();
            if (!failed) {
                failed = true;
                throw new IllegalStateException("the first attempt fails");
            }
        }
    }

    static class Limited {

        @ConcurrencyLimit(limit = 1, policy = ConcurrencyLimit.ThrottlePolicy.REJECT)
        @DistributedLock("'job'")
        public void run(Runnable body) {
            body.run();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    static class Security {}

    static class Secured extends Job {

        Secured(FakeLockClient locks) {
            super(locks);
        }

        @PreAuthorize("hasRole('ADMIN')")
        @DistributedLock("'job'")
        public void run() {
            body();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ValidationFirst {

        @Bean
        static MethodValidationPostProcessor methodValidationPostProcessor() {
            MethodValidationPostProcessor validation = new MethodValidationPostProcessor();
            validation.setProxyTargetClass(true);
            validation.setBeforeExistingAdvisors(true);
            return validation;
        }
    }

    @Validated
    static class Checked extends Job {

        Checked(FakeLockClient locks) {
            super(locks);
        }

        @DistributedLock("'job'")
        public void run(@NotBlank String id) {
            body();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Scheduling {}

    static class Nightly extends Job {

        Nightly(FakeLockClient locks) {
            super(locks);
        }

        @Scheduled(initialDelay = 1_000_000_000, fixedDelay = 1_000_000_000)
        @DistributedLock("'job'")
        public void run() {
            body();
        }
    }
}

package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.spring.autoconfigure.DistributedLockAutoConfiguration;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Asynchronous methods of real clients on a real table, in this process. */
class AsyncSharedTableTests {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final LocalDynamoDb dynamoDb = LocalDynamoDb.create();
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    AopAutoConfiguration.class,
                    DynamoLockAutoConfiguration.class,
                    DistributedLockAutoConfiguration.class))
            .withPropertyValues("dynamolock.table.initialize=create", "dynamolock.wait-time=60s")
            .withBean(DynamoDbClient.class, dynamoDb::client)
            .withBean(Jobs.class);

    @AfterEach
    void end() {
        pool.shutdownNow();
        dynamoDb.close();
    }

    @Test
    void bodiesOfFuturesAndPublishersInTwoApplicationsNeverOverlap() {
        runner.run(first -> runner.run(second -> {
            Inside inside = new Inside(pool);
            List<CompletableFuture<?>> calls = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                for (Jobs jobs : List.of(first.getBean(Jobs.class), second.getBean(Jobs.class))) {
                    calls.add(jobs.future(inside));
                    calls.add(jobs.mono(inside).toFuture());
                }
            }
            assertThat(CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)))
                    .succeedsWithin(LIMIT);
            assertThat(calls).hasSize(200);
            assertThat(inside.bodies).hasValue(200);
            assertThat(inside.most).hasValue(1);
            assertNothingIsHeld(first.getBean(LockClient.class));
            assertNothingIsHeld(second.getBean(LockClient.class));
        }));
    }

    @Test
    void aCallThatIsCancelledWhileItWaitsLeavesNoRowHeld() {
        runner.run(context -> {
            Jobs jobs = context.getBean(Jobs.class);
            LockClient client = context.getBean(LockClient.class);
            CompletableFuture<@Nullable String> holding = new CompletableFuture<>();
            CompletableFuture<@Nullable String> first = jobs.given(holding);
            CompletableFuture<@Nullable String> waiting = jobs.given(CompletableFuture.completedFuture("never"));
            Disposable subscription = jobs.mono(new Inside(pool)).subscribe();
            Awaitility.await().atMost(LIMIT).until(() -> client.waitingLocks().size() == 2);
            waiting.cancel(true);
            subscription.dispose();
            Awaitility.await().atMost(LIMIT).until(() -> client.waitingLocks().isEmpty());
            holding.complete("done");
            assertThat(first).succeedsWithin(LIMIT).isEqualTo("done");
            assertNothingIsHeld(client);
        });
    }

    @Test
    void aThreadThatHasLeftALockToOthersMustWaitForItAgain() {
        runner.run(context -> {
            Jobs jobs = context.getBean(Jobs.class);
            LockClient client = context.getBean(LockClient.class);
            CompletableFuture<@Nullable String> holding = new CompletableFuture<>();
            CompletableFuture<@Nullable String> inner =
                    jobs.blocking(() -> jobs.given(holding)).get(0);
            assertThat(client.heldLocks()).hasSize(1);
            CompletableFuture<?> ended = CompletableFuture.runAsync(
                    () -> {
                        Awaitility.await()
                                .atMost(LIMIT)
                                .until(() -> client.waitingLocks().size() == 1);
                        holding.complete("done");
                    },
                    pool);
            assertThat(jobs.isDone(holding)).isTrue();
            assertThat(inner).succeedsWithin(LIMIT);
            assertThat(ended).succeedsWithin(LIMIT);
            assertNothingIsHeld(client);
        });
    }

    private static void assertNothingIsHeld(LockClient client) throws InterruptedException {
        Awaitility.await().atMost(LIMIT).until(() -> client.heldLocks().isEmpty());
        Optional<LockInfo> row = client.find("job");
        assertThat(row).isPresent();
        assertThat(row.get().released()).isTrue();
    }

    /** Counts the bodies that run at one time. */
    private static final class Inside {

        final AtomicInteger bodies = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        private final AtomicInteger now = new AtomicInteger();
        private final ExecutorService pool;

        Inside(ExecutorService pool) {
            this.pool = pool;
        }

        CompletableFuture<String> enter() {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            return CompletableFuture.supplyAsync(
                    () -> {
                        bodies.incrementAndGet();
                        now.decrementAndGet();
                        return "done";
                    },
                    pool);
        }
    }

    static class Jobs {

        @DistributedLock("'job'")
        public CompletableFuture<String> future(Inside inside) {
            return inside.enter();
        }

        @DistributedLock("'job'")
        public Mono<String> mono(Inside inside) {
            return Mono.fromFuture(inside::enter);
        }

        @DistributedLock("'job'")
        public CompletableFuture<@Nullable String> given(CompletableFuture<@Nullable String> body) {
            return body;
        }

        @DistributedLock("'job'")
        public boolean isDone(CompletableFuture<?> other) {
            return other.isDone();
        }

        @DistributedLock("'job'")
        public List<CompletableFuture<@Nullable String>> blocking(Supplier<CompletableFuture<@Nullable String>> body) {
            return List.of(body.get());
        }
    }
}

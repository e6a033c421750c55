package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.spring.autoconfigure.DistributedLockAutoConfiguration;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Several applications with the real lock client on one table. */
class SharedTableTests {

    private final LocalDynamoDb dynamoDb = LocalDynamoDb.create();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    AopAutoConfiguration.class,
                    DynamoLockAutoConfiguration.class,
                    DistributedLockAutoConfiguration.class))
            .withBean(DynamoDbClient.class, dynamoDb::client, definition -> definition.setDestroyMethodName(""))
            .withPropertyValues("dynamolock.table.initialize=create", "dynamolock.wait-time=60s");

    @AfterEach
    void close() {
        dynamoDb.close();
    }

    @Test
    void overlappingSetsInDifferentOrdersNeverWaitForEachOther() {
        Map<String, AtomicInteger> inside = new ConcurrentHashMap<>();
        AtomicInteger calls = new AtomicInteger();
        ApplicationContextRunner applications = runner.withBean(Sets.class, () -> new Sets(inside, calls));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        applications.run(one -> applications.run(other -> {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Sets sets = (i % 2 == 0 ? one : other).getBean(Sets.class);
                Random random = new Random(i);
                all.add(threads.submit(() -> fiftyCalls(sets, random)));
            }
            for (Future<?> each : all) {
                each.get(60, TimeUnit.SECONDS);
            }
        }));
        threads.shutdownNow();
        assertThat(calls).hasValue(200);
    }

    private static void fiftyCalls(Sets sets, Random random) {
        List<String> keys = new ArrayList<>(List.of("a", "b", "c", "d"));
        for (int i = 0; i < 50; i++) {
            Collections.shuffle(keys, random);
            sets.lock(List.copyOf(keys.subList(0, 2 + random.nextInt(2))));
        }
    }

    @Test
    void theSameKeyTwiceInOneTransactionIsJoinedAndFreedForOthersAfterTheCommit() {
        Ledger.with(runner).withBean(Entries.class).run(context -> {
            Entries entries = context.getBean(Entries.class);
            LockClient locks = context.getBean(LockClient.class);
            ExecutorService other = Executors.newSingleThreadExecutor();
            Future<Integer> seen = new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                    .execute(status -> {
                        long first = entries.write();
                        assertThat(entries.write()).isEqualTo(first);
                        Future<Integer> waiting = other.submit(entries::committed);
                        Awaitility.await()
                                .atMost(Duration.ofSeconds(30))
                                .until(() -> !locks.waitingLocks().isEmpty());
                        assertThat(waiting.isDone()).isFalse();
                        assertThat(locks.heldLocks())
                                .singleElement()
                                .satisfies(
                                        held -> assertThat(held.fencingToken()).isEqualTo(first));
                        return waiting;
                    });
            assertThat(seen.get(30, TimeUnit.SECONDS)).isEqualTo(2);
            assertThat(locks.heldLocks()).isEmpty();
            other.shutdownNow();
        });
    }

    @Test
    void aLockTakenOverBeforeTheCallersCommitRollsItBack() {
        Ledger.with(runner).withBean(Entries.class).run(context -> {
            Entries entries = context.getBean(Entries.class);
            TransactionTemplate transactions =
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            CompletableFuture<Void> call =
                    CompletableFuture.runAsync(() -> transactions.executeWithoutResult(status -> {
                        long unused = entries.write();
                        context.getBean(LockClient.class).close();
                    }));
            assertThat(call)
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .havingRootCause()
                    .isInstanceOf(io.github.dynamolock.LockLostException.class)
                    .withMessageContaining("before the transaction could commit");
            assertThat(context.getBean(Ledger.class).committed()).isZero();
        });
    }

    static class Sets {

        private final Map<String, AtomicInteger> inside;
        private final AtomicInteger calls;

        Sets(Map<String, AtomicInteger> inside, AtomicInteger calls) {
            this.inside = inside;
            this.calls = calls;
        }

        @DistributedLock("#keys")
        public void lock(List<String> keys) {
            keys.forEach(key -> assertThat(counter(key).incrementAndGet()).isEqualTo(1));
            keys.forEach(key -> counter(key).decrementAndGet());
            calls.incrementAndGet();
        }

        private AtomicInteger counter(String key) {
            return inside.computeIfAbsent(key, unused -> new AtomicInteger());
        }
    }

    static class Entries {

        private final Ledger ledger;

        Entries(Ledger ledger) {
            this.ledger = ledger;
        }

        @DistributedLock("'ledger'")
        public long write() {
            ledger.write("row");
            return LockContext.current().fencingToken();
        }

        @DistributedLock("'ledger'")
        public int committed() {
            return ledger.committed();
        }
    }
}

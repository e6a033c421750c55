package io.github.dynamolock.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * How long a waiter in another process waits after its holder is gone. Prints what it measures. {@code -Ddynamolock.runs=200}
 * makes it 200 kills instead of 20.
 */
@Tag("alone")
class HandOffTests {

    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final int KEYS = 10;
    private static final int AT_ONCE = 5;
    private static final int RELEASES = 20;

    private Stage stage;

    @BeforeEach
    void start() throws InterruptedException {
        stage = new Stage(LEASE);
    }

    @AfterEach
    void stop() {
        stage.close();
    }

    @Test
    void theLocksOfAKilledHolderAreTakenWithinItsLeaseAndNotBefore() throws Exception {
        Figures afterKill = new Figures();
        Figures afterRenewal = new Figures();
        for (int done = 0; done < Settings.RUNS; done += KEYS * AT_ONCE) {
            int processes = Math.min(AT_ONCE, (Settings.RUNS - done + KEYS - 1) / KEYS);
            Map<HolderProcess, List<String>> holders = stage.readyHolders("killed-" + done, processes, KEYS);
            List<String> all = holders.values().stream().flatMap(List::stream).toList();
            Waiters waiters = new Waiters(stage.locks, all);
            stage.awaitRenewals(all);
            Map<String, Long> killed = new HashMap<>();
            holders.forEach((holder, keys) -> {
                long now = System.nanoTime();
                keys.forEach(key -> killed.put(key, now));
                holder.kill();
            });
            for (Map.Entry<String, Long> key : killed.entrySet()) {
                long granted = waiters.grantedAt(key.getKey());
                afterKill.add(key.getValue(), granted);
                afterRenewal.add(stage.writes.last(key.getKey()), granted);
            }
            for (String key : all) {
                waiters.lock(key).release();
            }
        }
        afterKill.print("taken over after kill -9, lease 2000 ms");
        afterRenewal.print("taken over after the last renewal");
        // Every waiter saw the last renewal after it was written, and let a whole lease pass since; the holder would
        // have
        // given up at nine tenths.
        assertThat(afterRenewal.min()).isGreaterThan(LEASE.multipliedBy(101).dividedBy(100));
        assertThat(afterKill.max())
                .isLessThan(LEASE.multipliedBy(101)
                        .dividedBy(100)
                        .plus(Waiters.LATEST_LOOK)
                        .plus(Settings.ALLOWANCE));
    }

    @Test
    void aReleasedLockIsHandedOnWithinATenthOfTheWait() throws Exception {
        Figures handedOn = new Figures();
        Duration most = Duration.ofMillis(Long.MIN_VALUE);
        List<LockHandle> held = new ArrayList<>();
        List<Long> asked = new ArrayList<>();
        List<CompletableFuture<Long>> granted = new ArrayList<>();
        try (DynamoDbClient dynamoDb = Holder.dynamoDb(stage.endpoint.uri());
                LockClient holder = client(dynamoDb);
                DynamoDbClient otherDynamoDb = Holder.dynamoDb(stage.endpoint.uri());
                LockClient other = client(otherDynamoDb)) {
            for (int run = 0; run < RELEASES; run++) {
                held.add(holder.acquire("released-" + run));
            }
            for (int run = 0; run < RELEASES; run++) {
                asked.add(System.nanoTime());
                granted.add(other.acquireAsync(LockRequest.forKey("released-" + run)
                                .waitTime(Duration.ofMinutes(1))
                                .build())
                        .thenApply(lock -> System.nanoTime()));
            }
            for (int run = 0; run < RELEASES; run++) {
                Duration wait = Duration.ofMillis(200 + 150L * run);
                Stage.awaitPassed(asked.get(run), wait);
                long released = System.nanoTime();
                held.get(run).release();
                long taken = granted.get(run).get(30, TimeUnit.SECONDS);
                handedOn.add(released, taken);
                Duration latestLook = wait.dividedBy(10).multipliedBy(12).dividedBy(10);
                Duration beyond = Duration.ofNanos(taken - released)
                        .minus(latestLook.compareTo(Duration.ofMillis(60)) > 0 ? latestLook : Duration.ofMillis(60));
                most = beyond.compareTo(most) > 0 ? beyond : most;
            }
        }
        handedOn.print("handed on after a release, waits of 200 to 3050 ms");
        System.out.printf("at most %d ms beyond a tenth of the wait and its jitter%n", most.toMillis());
        assertThat(most).isLessThan(Duration.ofMillis(500));
    }

    private static LockClient client(DynamoDbClient dynamoDb) {
        return LockClient.builder(dynamoDb)
                .table(Stage.TABLE)
                .leaseDuration(LEASE)
                .heartbeatPeriod(LEASE.dividedBy(4))
                .build();
    }
}

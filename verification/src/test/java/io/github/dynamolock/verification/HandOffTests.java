package io.github.dynamolock.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.local.LocalEndpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** How long a waiter in another process waits after its holder is gone, in 20 runs each. Prints what it measures. */
class HandOffTests {

    private static final int RUNS = 20;
    private static final Duration LEASE = Duration.ofSeconds(2);

    private LocalDynamoDb dynamo;
    private LocalEndpoint endpoint;
    private DynamoDbClient dynamoDb;
    private LockClient locks;

    @BeforeEach
    void start() throws InterruptedException {
        dynamo = LocalDynamoDb.create();
        endpoint = dynamo.serve(0);
        LockTables.create(dynamo.client(), LockTableSpec.of("locks"));
        dynamoDb = Holder.dynamoDb(endpoint.uri());
        locks = client(dynamoDb);
    }

    private static LockClient client(DynamoDbClient dynamoDb) {
        return LockClient.builder(dynamoDb)
                .table("locks")
                .leaseDuration(LEASE)
                .heartbeatPeriod(LEASE.dividedBy(4))
                .build();
    }

    @AfterEach
    void stop() {
        locks.close();
        dynamoDb.close();
        dynamo.close();
    }

    @Test
    void aKilledHoldersLockIsTakenWithinItsLease() throws Exception {
        List<Long> millis = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            String key = "killed-" + run;
            try (HolderProcess holder = new HolderProcess(endpoint.uri(), "locks", key, LEASE)) {
                holder.expect("granted");
                CompletableFuture<LockHandle> waiter = waiter(key);
                String before = version(key);
                Awaitility.await().until(() -> !version(key).equals(before));
                long killed = System.nanoTime();
                holder.kill();
                waiter.get(30, TimeUnit.SECONDS).close();
                millis.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - killed));
            }
        }
        print("taken over after kill -9, lease 2000 ms", millis);
        // Never while the holder could still believe: it was killed within a heartbeat of its last renewal.
        assertThat(Collections.min(millis)).isGreaterThan(LEASE.toMillis() * 9 / 10 - LEASE.toMillis() / 4);
        assertThat(Collections.max(millis)).isLessThan(LEASE.toMillis() * 101 / 100 + 1000);
    }

    @Test
    void aReleasedLockIsHandedOnWithinATenthOfTheWait() throws Exception {
        List<Long> millis = new ArrayList<>();
        List<Long> shares = new ArrayList<>();
        try (DynamoDbClient other = Holder.dynamoDb(endpoint.uri());
                LockClient holder = client(other)) {
            for (int run = 0; run < RUNS; run++) {
                String key = "released-" + run;
                LockHandle held = holder.acquire(key);
                CompletableFuture<LockHandle> waiter = waiter(key);
                long waited = 200 + 150L * run;
                Awaitility.await().pollDelay(Duration.ofMillis(waited)).until(() -> true);
                long released = System.nanoTime();
                held.release();
                waiter.get(30, TimeUnit.SECONDS).close();
                long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - released);
                millis.add(took);
                shares.add(took - Math.max(50, waited / 10) * 12 / 10);
            }
        }
        print("handed on after a release, waits of 200 to 3050 ms", millis);
        print("beyond a tenth of the wait and its jitter (negative: sooner)", shares);
        assertThat(Collections.max(shares)).isLessThan(500);
    }

    private CompletableFuture<LockHandle> waiter(String key) {
        CompletableFuture<LockHandle> waiter = locks.acquireAsync(
                LockRequest.forKey(key).waitTime(Duration.ofMinutes(1)).build());
        Awaitility.await().until(() -> !locks.waitingLocks().isEmpty());
        return waiter;
    }

    private String version(String key) throws InterruptedException {
        return locks.find(key).orElseThrow().recordVersionNumber();
    }

    private static void print(String what, List<Long> millis) {
        List<Long> sorted = new ArrayList<>(millis);
        Collections.sort(sorted);
        System.out.printf(
                "%s: min %d, median %d, max %d ms in %d runs%n",
                what, sorted.get(0), sorted.get(sorted.size() / 2), sorted.get(sorted.size() - 1), sorted.size());
    }
}

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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A holder in another process that is stopped, and one that releases. */
class ProcessTests {

    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final String TABLE = "locks";

    private LocalDynamoDb dynamo;
    private LocalEndpoint endpoint;
    private LockClient locks;

    @BeforeEach
    void startTable() throws InterruptedException {
        dynamo = LocalDynamoDb.create();
        endpoint = dynamo.serve(0);
        LockTables.create(dynamo.client(), LockTableSpec.of(TABLE));
        locks = LockClient.builder(dynamo.client())
                .table(TABLE)
                .leaseDuration(LEASE)
                .heartbeatPeriod(LEASE.dividedBy(4))
                .build();
    }

    @AfterEach
    void stopTable() {
        locks.close();
        dynamo.close();
    }

    @Test
    void aHolderThatWasStoppedIsToldOfTheLossWithoutLooking() throws Exception {
        try (HolderProcess holder = new HolderProcess(endpoint.uri(), TABLE, "k", LEASE)) {
            holder.expect("granted");
            holder.stop();
            LockHandle taken = waiter().get(20, TimeUnit.SECONDS);
            holder.signal("CONT");

            assertThat(holder.expect("lost")).isIn("lost EXPIRED", "lost TAKEN_OVER");
            assertThat(taken.isHeld()).isTrue();
        }
    }

    @Test
    void aReleaseInAnotherProcessHandsTheLockOnWithoutWaitingForTheLease() throws Exception {
        try (HolderProcess holder = new HolderProcess(endpoint.uri(), TABLE, "k", Duration.ofMinutes(1))) {
            holder.expect("granted");
            CompletableFuture<LockHandle> waiter = waiter();
            Awaitility.await().until(() -> !locks.waitingLocks().isEmpty());

            holder.ask("release");
            assertThat(holder.expect("release")).isEqualTo("release RELEASED");
            assertThat(waiter.get(20, TimeUnit.SECONDS).isHeld()).isTrue();
        }
    }

    private CompletableFuture<LockHandle> waiter() {
        return locks.acquireAsync(
                LockRequest.forKey("k").waitTime(Duration.ofSeconds(30)).build());
    }
}

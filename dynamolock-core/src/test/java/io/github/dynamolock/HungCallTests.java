package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.local.HeldCalls;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Calls that get no answer for long, with real threads. */
@Timeout(60)
class HungCallTests {

    private final LocalBackEnd backEnd = LocalBackEnd.inProcess();
    private LockClient locks;

    @BeforeEach
    void open() throws InterruptedException {
        LockTables.create(backEnd.newClient(), LockTableSpec.of("locks"));
        locks = LockClient.builder(backEnd.newClient())
                .table("locks")
                .leaseDuration(Duration.ofSeconds(3))
                .heartbeatPeriod(Duration.ofMillis(500))
                .build();
    }

    @AfterEach
    void close() {
        backEnd.dynamo.faults().clear();
        locks.close();
        backEnd.close();
    }

    private Map<String, AttributeValue> row() {
        return backEnd.dynamo
                .client()
                .getItem(get -> get.tableName("locks").key(Map.of("key", AttributeValue.fromS("k"))))
                .item();
    }

    @Test
    void renewalsOfOneLockThatHangDelayNoOtherAndItsOwnNoticeAndLossComeInTime() throws Exception {
        LockHandle well = locks.acquire("well");
        CompletableFuture<Boolean> noticedWhileHeld = new CompletableFuture<>();
        CompletableFuture<LockHandle> handle = new CompletableFuture<>();
        handle.complete(locks.acquire(LockRequest.forKey("hung")
                .almostExpired(
                        Duration.ofMillis(1500),
                        () -> noticedWhileHeld.complete(handle.join().isHeld()))
                .build()));
        LockHandle hung = handle.join();
        backEnd.dynamo
                .faults()
                .on("UpdateItem")
                .when(request -> request instanceof UpdateItemRequest update
                        && AttributeValue.fromS("hung").equals(update.key().get("key")))
                .holdRequest();

        assertThat(noticedWhileHeld.get(30, TimeUnit.SECONDS)).isTrue();
        assertThat(hung.lost().toCompletableFuture().get(30, TimeUnit.SECONDS).reason())
                .isEqualTo(LockLoss.Reason.EXPIRED);
        assertThat(well.isHeld()).isTrue();
        assertThat(locks.heldLocks()).hasSize(1);
        assertThat(locks.heldLocks().get(0).renewals()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void noQuestionToAHandleWaitsForAHungCall() throws Exception {
        LockHandle lock = locks.acquire("k");
        HeldCalls hanging = backEnd.dynamo.faults().on("UpdateItem").holdRequest();
        assertThat(hanging.awaitArrived(1, Duration.ofSeconds(10))).isTrue();
        long start = System.nanoTime();
        for (int i = 0; i < 1000; i++) {
            boolean held = lock.isHeld();
            assertThat(lock.isAlmostExpired()).isEqualTo(!held);
            assertThat(lock.remainingLease()).isGreaterThanOrEqualTo(Duration.ZERO);
            assertThat(lock.data()).isEmpty();
        }
        assertThat(locks.heldLocks()).hasSizeLessThanOrEqualTo(1);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(450));
    }

    @Test
    void aReleaseDuringAHeartbeatEndsFreeAndTheLateHeartbeatRevivesNothing() throws Exception {
        LockHandle lock = locks.acquire(LockRequest.forKey("k")
                .leaseDuration(Duration.ofMinutes(1))
                .withoutHeartbeat()
                .build());
        HeldCalls hanging = backEnd.dynamo.faults().on("UpdateItem").times(1).holdRequest();
        CompletableFuture<Void> heartbeat = CompletableFuture.runAsync(() -> {
            try {
                lock.heartbeat();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(hanging.awaitArrived(1, Duration.ofSeconds(10))).isTrue();
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        Map<String, AttributeValue> free = row();
        assertThat(free).containsKey("isReleased");

        hanging.release();
        Awaitility.await().until(heartbeat::isDone);
        assertThat(row()).isEqualTo(free);
        assertThat(lock.isHeld()).isFalse();
    }
}

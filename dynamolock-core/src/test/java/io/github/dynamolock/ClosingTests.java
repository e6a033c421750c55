package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** What becomes of locks, waiters and threads when a client is closed, with real threads. */
@Timeout(60)
class ClosingTests extends TwoRealClients {

    private final ClientThreadCheck threads = new ClientThreadCheck();

    private static boolean isOf(String key, DynamoDbRequest request) {
        return request instanceof UpdateItemRequest update
                && AttributeValue.fromS(key).equals(update.key().get("key"));
    }

    private LockInfo.State state(String key) throws InterruptedException {
        return other.find(key).orElseThrow().state();
    }

    @Test
    void whenOneReleaseIsThrottledTheOthersAreReleasedTheFailureIsReportedAndNoThreadIsLeft() throws Exception {
        LockHandle first = locks.acquire("one");
        locks.acquire("two");
        locks.acquire("three");
        assertThat(threads.started()).isNotEmpty();
        backEnd.dynamo
                .faults()
                .on("UpdateItem")
                .when(request -> isOf("one", request))
                .throttle();

        assertThatExceptionOfType(LockException.class)
                .isThrownBy(locks::close)
                .withMessageContaining("1 of 3")
                .havingCause()
                .isInstanceOf(LockTableException.class)
                .withMessageContaining("'one'");

        assertThat(first.isHeld()).isFalse();
        assertThat(state("one")).isEqualTo(LockInfo.State.HELD);
        assertThat(state("two")).isEqualTo(LockInfo.State.FREE);
        assertThat(state("three")).isEqualTo(LockInfo.State.FREE);
        other.close();
        threads.awaitNone();
    }

    @Test
    void rowsThatAreKeptFromOthersStayTakenAndNoThreadIsLeft() throws Exception {
        locks.acquire(LockRequest.forKey("one").minHold(Duration.ofMinutes(5)).build())
                .release();
        locks.acquire(LockRequest.forKey("two").minHold(Duration.ofMinutes(5)).build());
        locks.close();
        assertThat(state("one")).isEqualTo(LockInfo.State.HELD);
        assertThat(state("two")).isEqualTo(LockInfo.State.HELD);
        other.close();
        threads.awaitNone();
    }

    @Test
    void everyFailureOfAReleaseIsReported() throws Exception {
        locks.acquire("one");
        locks.acquire("two");
        locks.acquire("three");
        // Nothing that trying again would help.
        AwsServiceException denied = DynamoDbException.builder()
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode("AccessDeniedException")
                        .errorMessage("not allowed")
                        .build())
                .statusCode(400)
                .build();
        backEnd.dynamo.faults().onAny().fail(denied);
        long calls = backEnd.dynamo.calls().count("UpdateItem");
        assertThatExceptionOfType(LockException.class)
                .isThrownBy(locks::close)
                .withMessageContaining("3 of 3")
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(2));
        assertThat(backEnd.dynamo.calls().count("UpdateItem") - calls).isEqualTo(3);
        other.close();
        threads.awaitNone();
    }

    @Test
    void aWaitingAcquisitionDelaysNeitherTheCloseNorTheReleases() throws Exception {
        locks.acquire("own");
        LockHandle others = other.acquire("k");
        CompletableFuture<LockHandle> waiter = locks.acquireAsync(
                LockRequest.forKey("k").waitTime(Duration.ofMinutes(5)).build());
        Awaitility.await().until(() -> !locks.waitingLocks().isEmpty());
        long start = System.nanoTime();
        locks.close();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        assertThat(waiter)
                .failsWithin(Duration.ofSeconds(5))
                .withThrowableThat()
                .withCauseInstanceOf(LockClientClosedException.class);
        assertThat(state("own")).isEqualTo(LockInfo.State.FREE);
        assertThat(others.isHeld()).isTrue();
    }

    @Test
    void handlesOfAClosedClientAreLostAndClosingAgainDoesNothing() throws Exception {
        LockHandle lock = locks.acquire("k");
        locks.close();
        locks.close();
        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(lock::heartbeat)
                .satisfies(e -> assertThat(e.loss().reason()).isEqualTo(LockLoss.Reason.CLIENT_CLOSED));
        assertThat(lock.release()).isEqualTo(ReleaseResult.LOST);
        LockHandle newer = other.acquire("k");
        lock.close();
        locks.close();
        assertThat(newer.isHeld()).isTrue();
        assertThat(state("k")).isEqualTo(LockInfo.State.HELD_BY_THIS_CLIENT);
    }

    @Test
    void ofFiveHundredAcquisitionsThatRaceWithTheCloseNoneLeavesALockBehind() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(50);
        CountDownLatch some = new CountDownLatch(100);
        List<Future<?>> calls = new ArrayList<>();
        List<LockHandle> granted = Collections.synchronizedList(new ArrayList<>());
        try {
            for (int i = 0; i < 500; i++) {
                String key = "key-" + i;
                calls.add(callers.submit(() -> {
                    granted.add(locks.acquire(key));
                    some.countDown();
                    return null;
                }));
            }
            assertThat(some.await(30, TimeUnit.SECONDS)).isTrue();
            locks.close();
            int refused = 0;
            for (Future<?> call : calls) {
                try {
                    call.get(30, TimeUnit.SECONDS);
                } catch (ExecutionException e) {
                    assertThat(e).hasCauseInstanceOf(LockClientClosedException.class);
                    refused++;
                }
            }
            assertThat(granted.size() + refused).isEqualTo(500);
        } finally {
            callers.shutdownNow();
        }
        assertThat(granted).noneMatch(LockHandle::isHeld);
        assertThat(locks.heldLocks()).isEmpty();
        assertThat(locks.waitingLocks()).isEmpty();
        assertThat(backEnd.dynamo.client().scan(scan -> scan.tableName("locks")).items())
                .allSatisfy(row -> assertThat(row).containsKey("isReleased"));
        other.close();
        threads.awaitNone();
    }
}

package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** Several clients that want one lock, in manual time. */
class ContentionTests {

    private ManualLocks manual;

    @BeforeEach
    void open() throws InterruptedException {
        manual = new ManualLocks();
    }

    @AfterEach
    void close() {
        manual.close();
    }

    private LockHandle unrenewed(LockClient client) {
        return ManualLocks.take(
                client, LockRequest.forKey("k").withoutHeartbeat().build());
    }

    @Test
    void theRequestsPollIntervalIsTheLongestTimeBetweenTwoLooks() {
        ManualLocks.granted(ManualLocks.ask(manual.newClient(), Duration.ZERO));
        CompletableFuture<LockHandle> waiter = manual.newClient()
                .acquireAsync(LockRequest.forKey("k")
                        .waitTime(Duration.ofHours(1))
                        .pollInterval(Duration.ofMillis(100))
                        .build());
        manual.pass(Duration.ofMinutes(1));
        manual.dynamo.calls().reset();
        manual.pass(Duration.ofSeconds(10));
        assertThat(manual.dynamo.calls().count("GetItem")).isBetween(95L, 105L);
        waiter.cancel(false);
    }

    @Test
    void anAttemptWithoutWaitIsRefusedAtOnceAlsoBehindTheSameClient() {
        LockClient client = manual.newClient();
        unrenewed(client);
        CompletableFuture<LockHandle> refused = ManualLocks.ask(client, Duration.ZERO);
        manual.pass(Duration.ZERO);
        assertThat(refused)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(LockNotGrantedException.class);
    }

    @Test
    void whoWaitsLongEnoughHasTheLockWhenTheHoldersOwnHeartbeatsStop() throws InterruptedException {
        LockClient holder = manual.open(
                manual.builder().leaseDuration(Duration.ofSeconds(3)).heartbeatPeriod(Duration.ZERO));
        LockHandle lock = unrenewed(holder);
        CompletableFuture<LockHandle> impatient = ManualLocks.ask(manual.newClient(), Duration.ofSeconds(4));
        CompletableFuture<LockHandle> patient = ManualLocks.ask(manual.newClient(), Duration.ofSeconds(9));
        for (int beat = 0; beat < 3; beat++) {
            manual.pass(Duration.ofSeconds(1));
            lock.heartbeat();
        }
        manual.pass(Duration.ofSeconds(1));
        assertThat(impatient).isCompletedExceptionally();
        assertThat(patient).isNotDone();
        manual.pass(Duration.ofMillis(2_500));
        assertThat(ManualLocks.granted(patient).fencingToken()).isEqualTo(lock.fencingToken() + 1);
    }

    @Test
    void ofManyWaitersExactlyOneTakesOverFromADeadHolderAndAtTheEndOfItsLease() {
        LockHandle dead = unrenewed(manual.newClient());
        List<CompletableFuture<LockHandle>> waiters = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            waiters.add(ManualLocks.ask(manual.newClient(), Duration.ofMinutes(5)));
        }
        manual.pass(Duration.ofMillis(20_200));
        List<CompletableFuture<LockHandle>> granted =
                waiters.stream().filter(CompletableFuture::isDone).toList();
        assertThat(granted).hasSize(1);
        assertThat(ManualLocks.granted(granted.get(0)).fencingToken()).isEqualTo(dead.fencingToken() + 1);
        manual.pass(Duration.ofMinutes(2));
        assertThat(waiters.stream().filter(CompletableFuture::isDone)).hasSize(1);
        waiters.forEach(waiter -> waiter.cancel(false));
    }

    @Test
    void keysAndSortKeysThatReadAlikeTogetherAreLocksOfTheirOwn() throws InterruptedException {
        LockTable table = LockTable.named("shared");
        LockTables.create(manual.dynamo.client(), LockTableSpec.of(table.sortKey("sk")));
        LockClient one = manual.open(manual.builder().table(table.sortKey("sk", "bc")));
        LockClient two = manual.open(manual.builder().table(table.sortKey("sk", "c")));
        LockRequest first = LockRequest.forKey("a").build();
        LockRequest second = LockRequest.forKey("ab").build();
        LockHandle a = ManualLocks.take(one, first);
        LockHandle ab = ManualLocks.take(two, second);
        a.release();
        assertThat(ab.isHeld()).isTrue();
        assertThat(two.find("ab").orElseThrow().released()).isFalse();
        ManualLocks.take(one, first);
    }

    @Test
    void aTransactionThatMeetsAnAcquisitionIsRetriedWithinTheWait() {
        manual.dynamo
                .faults()
                .on("UpdateItem")
                .times(3)
                .fail(TransactionConflictException.builder()
                        .statusCode(400)
                        .message("Transaction is ongoing for the item")
                        .awsErrorDetails(AwsErrorDetails.builder()
                                .errorCode("TransactionConflictException")
                                .errorMessage("Transaction is ongoing for the item")
                                .build())
                        .build());
        CompletableFuture<LockHandle> waiter = ManualLocks.ask(manual.newClient(), Duration.ofSeconds(10));
        manual.pass(Duration.ofSeconds(1));
        ManualLocks.granted(waiter);
    }

    @Test
    void anAcquisitionThatWaitsStopsNoRenewalOfItsClient() {
        LockClient client = manual.newClient();
        LockHandle own = ManualLocks.take(client, LockRequest.forKey("own").build());
        unrenewed(manual.newClient());
        CompletableFuture<LockHandle> waiter = ManualLocks.ask(client, Duration.ofMinutes(10));
        manual.dynamo.faults().on("GetItem").loseRequest();
        manual.pass(Duration.ofMinutes(5));
        assertThat(waiter).isNotDone();
        assertThat(own.isHeld()).isTrue();
        waiter.cancel(false);
    }

    @Test
    void locksThatNobodyRenewsLeaveNothingBehindInTheirClientWhenTheyExpire() {
        LockClient client = manual.newClient();
        for (int i = 0; i < 100; i++) {
            ManualLocks.take(
                    client, LockRequest.forKey("key-" + i).withoutHeartbeat().build());
        }
        assertThat(client.heldLocks()).hasSize(100);
        manual.pass(Duration.ofMinutes(1));
        assertThat(client.heldLocks()).isEmpty();
        assertThat(manual.time.pending()).isZero();
        client.close();
    }
}

package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamolock.fencing.RenewingGuard;
import io.github.dynamolock.fencing.TransactionGuards;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Transactions that succeed only while a lock is held, in manual time. */
class TransactionGuardsTests {

    private ManualLocks manual;
    private LockHandle lock;

    @BeforeEach
    void acquire() throws InterruptedException {
        manual = new ManualLocks();
        lock = manual.newClient()
                .acquireAsync(LockRequest.forKey("k").withoutHeartbeat().build())
                .getNow(null);
    }

    @AfterEach
    void close() {
        manual.close();
    }

    private static TransactWriteItem payment() {
        return TransactWriteItem.builder()
                .put(put -> put.tableName("locks")
                        .item(Map.of("key", AttributeValue.fromS("payment"), "paid", AttributeValue.fromN("1"))))
                .build();
    }

    private static TransactWriteItemsRequest paying() {
        return TransactWriteItemsRequest.builder().transactItems(payment()).build();
    }

    private void pay() {
        manual.dynamo
                .client()
                .transactWriteItems(write -> write.transactItems(TransactionGuards.check(lock), payment()));
    }

    private boolean isPaid() {
        return manual.dynamo
                .client()
                .getItem(get -> get.tableName("locks").key(Map.of("key", AttributeValue.fromS("payment"))))
                .hasItem();
    }

    /** Another client takes the lock over while this process is paused: its handle does not know. */
    private void takeOverBehindTheHoldersBack() {
        manual.dynamo
                .client()
                .updateItem(update -> update.tableName("locks")
                        .key(Map.of("key", AttributeValue.fromS("k")))
                        .updateExpression("SET recordVersionNumber = :v")
                        .expressionAttributeValues(Map.of(":v", AttributeValue.fromS("another:0000000000"))));
    }

    @Test
    void aGuardedWriteOfTheHolderSucceedsAlsoAfterRenewals() throws InterruptedException {
        TransactWriteItem guard = TransactionGuards.check(lock);
        lock.heartbeat();
        lock.heartbeat();
        manual.dynamo.client().transactWriteItems(write -> write.transactItems(guard, payment()));
        assertThat(isPaid()).isTrue();
    }

    @Test
    void aGuardedWriteOfAHolderWhoseLockWasTakenIsRefusedByTheTable() {
        takeOverBehindTheHoldersBack();
        assertThat(lock.isHeld()).isTrue();
        assertThatExceptionOfType(TransactionCanceledException.class).isThrownBy(this::pay);
        assertThat(isPaid()).isFalse();
    }

    @Test
    void aGuardedWriteIsRefusedAlsoWhenTheRequestThatAcquiredComesASecondTimeAfterAnotherHadTheLock()
            throws InterruptedException {
        TransactWriteItem guard = TransactionGuards.check(lock);
        String version = lock.lockId() + ":0000000000";
        lock.release();
        manual.newClient()
                .acquireAsync(LockRequest.forKey("k").build())
                .getNow(null)
                .release();
        manual.dynamo
                .client()
                .updateItem(update -> update.tableName("locks")
                        .key(Map.of("key", AttributeValue.fromS("k")))
                        .updateExpression(
                                "SET recordVersionNumber = :v, fencingToken = fencingToken + :one REMOVE isReleased")
                        .expressionAttributeValues(
                                Map.of(":v", AttributeValue.fromS(version), ":one", AttributeValue.fromN("1"))));
        assertThatExceptionOfType(TransactionCanceledException.class)
                .isThrownBy(() ->
                        manual.dynamo.client().transactWriteItems(write -> write.transactItems(guard, payment())));
        assertThat(isPaid()).isFalse();
    }

    @Test
    void aReleasedLockGuardsNothing() {
        TransactWriteItem guard = TransactionGuards.check(lock);
        lock.release();
        assertThatExceptionOfType(TransactionCanceledException.class)
                .isThrownBy(() ->
                        manual.dynamo.client().transactWriteItems(write -> write.transactItems(guard, payment())));
        assertThatExceptionOfType(LockException.class).isThrownBy(() -> TransactionGuards.check(lock));
    }

    @Test
    void aRenewingGuardRenewsTheLeaseWithTheTransaction() {
        manual.pass(Duration.ofSeconds(15));
        assertThat(lock.remainingLease()).isEqualTo(Duration.ofSeconds(3));
        RenewingGuard guard = TransactionGuards.renewing(lock);
        guard.execute(manual.dynamo.client(), paying());
        assertThat(isPaid()).isTrue();
        assertThat(lock.remainingLease()).isEqualTo(Duration.ofSeconds(18));
        manual.pass(Duration.ofSeconds(17));
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void aRenewingGuardThatIsRefusedTellsTheLoss() {
        takeOverBehindTheHoldersBack();
        RenewingGuard guard = TransactionGuards.renewing(lock);
        assertThatExceptionOfType(TransactionCanceledException.class)
                .isThrownBy(() -> guard.execute(manual.dynamo.client(), paying()));
        assertThat(isPaid()).isFalse();
        assertThat(lock.isHeld()).isFalse();
        assertThat(lock.lost().toCompletableFuture().getNow(null).reason()).isEqualTo(LockLoss.Reason.TAKEN_OVER);
    }

    @Test
    void aRefusalThatBringsNoItemIsNoLossWhileTheRowIsStillTheHolders() {
        RenewingGuard guard = TransactionGuards.renewing(lock);
        TransactionCanceledException withoutItem = TransactionCanceledException.builder()
                .cancellationReasons(CancellationReason.builder()
                        .code("ConditionalCheckFailed")
                        .build())
                .build();
        guard.cancelled(withoutItem, 0);
        assertThat(lock.isHeld()).isTrue();
        takeOverBehindTheHoldersBack();
        manual.dynamo.faults().on("GetItem").times(1).loseRequest();
        guard.cancelled(withoutItem, 0);
        assertThat(lock.isHeld()).isTrue();
        guard.cancelled(withoutItem, 0);
        assertThat(lock.isHeld()).isFalse();
    }

    @Test
    void aTransactionThatFailedForAnotherReasonLeavesTheLockAsItWas() {
        TransactWriteItem impossible = TransactWriteItem.builder()
                .conditionCheck(check -> check.tableName("locks")
                        .key(Map.of("key", AttributeValue.fromS("nothing")))
                        .conditionExpression("attribute_exists(paid)"))
                .build();
        manual.pass(Duration.ofSeconds(10));
        RenewingGuard guard = TransactionGuards.renewing(lock);
        assertThatExceptionOfType(TransactionCanceledException.class)
                .isThrownBy(() -> guard.execute(
                        manual.dynamo.client(),
                        TransactWriteItemsRequest.builder()
                                .transactItems(impossible)
                                .build()));
        assertThat(lock.isHeld()).isTrue();
        assertThat(lock.remainingLease()).isEqualTo(Duration.ofSeconds(8));
    }

    @Test
    void aTransactionOfUnknownOutcomeIsFoundOutByTheNextRenewal() throws InterruptedException {
        RenewingGuard guard = TransactionGuards.renewing(lock);
        manual.dynamo.faults().on("TransactWriteItems").times(1).loseReply();
        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> guard.execute(manual.dynamo.client(), paying()));
        assertThat(isPaid()).isTrue();
        lock.heartbeat();
        assertThat(lock.isHeld()).isTrue();
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
    }

    @Test
    void aHandleOfSomebodyElsesMakingIsRefused() {
        LockHandle stranger = (LockHandle) Proxy.newProxyInstance(
                LockHandle.class.getClassLoader(), new Class<?>[] {LockHandle.class}, (proxy, method, args) -> null);
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> TransactionGuards.check(stranger));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 2})
    void aPositionThatIsNoneOfTheTransactionsIsRefused(int position) {
        TransactionCanceledException cancelled = TransactionCanceledException.builder()
                .cancellationReasons(
                        CancellationReason.builder().code("None").build(),
                        CancellationReason.builder()
                                .code("ConditionalCheckFailed")
                                .build())
                .build();
        RenewingGuard guard = TransactionGuards.renewing(lock);

        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> guard.cancelled(cancelled, position))
                .withMessageContaining("position " + position + " is not among the transaction's 2 items");
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void aRefusalWithAnEmptyItemIsResolvedByARead() {
        takeOverBehindTheHoldersBack();
        TransactionCanceledException cancelled = TransactionCanceledException.builder()
                .cancellationReasons(CancellationReason.builder()
                        .code("ConditionalCheckFailed")
                        .item(Map.of())
                        .build())
                .build();

        TransactionGuards.renewing(lock).cancelled(cancelled, 0);

        assertThat(lock.lost().toCompletableFuture())
                .isCompletedWithValueMatching(loss -> loss.reason() == LockLoss.Reason.TAKEN_OVER);
    }

    @Test
    void aLockThatIsOverIsNotRenewedInATransaction() {
        RenewingGuard late = TransactionGuards.renewing(lock);
        manual.pass(ManualLocks.LEASE);

        assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> TransactionGuards.renewing(lock));
        late.succeeded();
        assertThat(lock.isHeld()).isFalse();
    }
}

package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamolock.fencing.RenewingGuard;
import io.github.dynamolock.fencing.TransactionGuards;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * A row that was deleted while it was held, and that a late copy of the write which once made it brings back: under the
 * holder's own id, but with the token of before it was raised. Others may have had the lock in between. The fault schedules
 * found it.
 */
class ReturnedRowTests {

    private static final AttributeValue KEY = AttributeValue.fromS("k");

    private ManualLocks manual;
    private LockClient client;
    private LockHandle lock;

    @BeforeEach
    void theRowOfAHoldComesAgain() throws InterruptedException {
        manual = new ManualLocks(LockTable.named("locks"), RowFormat.DISTRLOCK);
        client = manual.newClient();
        lock = ManualLocks.take(client, LockRequest.forKey("k").build());
        Map<String, AttributeValue> row = new HashMap<>(manual.row());
        manual.deleteRow(KEY);
        row.put("fencingToken", AttributeValue.fromN(Long.toString(lock.fencingToken() - 7)));
        manual.put(KEY, row);
    }

    @AfterEach
    void close() {
        manual.close();
    }

    @Test
    void itsRenewalFindsThatTheLockWasLost() {
        manual.pass(ManualLocks.HEARTBEAT);
        assertThat(lock.isHeld()).isFalse();
        assertThat(lock.lost().toCompletableFuture())
                .isCompletedWithValueMatching(loss -> loss.reason() == LockLoss.Reason.DELETED);
    }

    @Test
    void aRenewalThatTheHolderAsksForFindsItToo() {
        assertThatThrownBy(lock::heartbeat).isInstanceOf(LockLostException.class);
        assertThat(lock.isHeld()).isFalse();
    }

    @Test
    void aGuardRefusesAndTellsSo() {
        RenewingGuard guard = TransactionGuards.renewing(lock);
        TransactWriteItemsRequest alone = TransactWriteItemsRequest.builder().build();
        assertThatThrownBy(() -> guard.execute(manual.dynamo.client(), alone))
                .isInstanceOf(TransactionCanceledException.class);
        assertThat(lock.isHeld()).isFalse();
    }

    @Test
    void itIsNotHandedOnAndTheNextTokenIsGreater() {
        CompletableFuture<LockHandle> second = ManualLocks.ask(client, Duration.ofMinutes(1));
        assertThat(second).isNotDone();
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(ManualLocks.granted(second).fencingToken()).isGreaterThan(lock.fencingToken());
    }
}

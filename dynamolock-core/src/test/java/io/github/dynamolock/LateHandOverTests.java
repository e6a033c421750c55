package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.table.RecordVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A row that is handed over within a client by a call whose answer comes when the lease that it brings is over, or never.
 * The next in the queue must not be given what is over: it takes the row anew, or waits like anyone else.
 */
class LateHandOverTests {

    private static final Duration BEYOND_BELIEF =
            ManualLocks.LEASE.multipliedBy(9).dividedBy(10);
    private static final Duration BEYOND_LEASE = ManualLocks.LEASE.plusSeconds(5);

    private ManualLocks manual;
    private LockHandle first;
    private CompletableFuture<LockHandle> second;
    private final List<Boolean> heldWhenGranted = new ArrayList<>();

    /** What happens before the answer of the next update, and of those after it, arrives. */
    private final List<Runnable> afterUpdates = new ArrayList<>();

    @BeforeEach
    void holdOneAndLetAnotherWaitBehindIt() throws InterruptedException {
        manual = new ManualLocks();
        DynamoDbClient slow = Detour.after(manual.dynamo.client(), this::happenAfter);
        LockClient client = manual.open(manual.builder(), slow);
        LockRequest request = LockRequest.forKey("k")
                .withoutHeartbeat()
                .waitTime(Duration.ofMinutes(5))
                .build();
        first = ManualLocks.take(client, request);
        second = client.acquireAsync(request);
        Blocking.whenGranted(
                second, lock -> heldWhenGranted.add(((Hold) lock).state().wouldBeHeld()));
        assertThat(second).isNotDone();
    }

    @AfterEach
    void close() {
        manual.close();
    }

    private void happenAfter(String called) {
        if (called.equals("updateItem") && !afterUpdates.isEmpty()) {
            afterUpdates.remove(0).run();
        }
    }

    private void assertSecondHoldsARowOfItsOwn() {
        LockHandle lock = ManualLocks.granted(second);
        assertThat(heldWhenGranted).containsExactly(true);
        assertThat(lock.isHeld()).isTrue();
        assertThat(lock.remainingLease()).isPositive();
        assertThat(manual.row())
                .containsEntry("recordVersionNumber", AttributeValue.fromS(RecordVersion.of(lock.lockId(), 0)))
                .containsEntry("fencingToken", AttributeValue.fromN(Long.toString(lock.fencingToken())));
    }

    @Test
    void anAnswerThatComesJustInTimeBringsTheRestOfItsLease() {
        afterUpdates.add(() -> manual.time.suspend(BEYOND_BELIEF.minusMillis(1)));
        first.release();
        assertSecondHoldsARowOfItsOwn();
        assertThat(ManualLocks.granted(second).remainingLease()).isEqualTo(Duration.ofMillis(1));
        assertThat(ManualLocks.granted(second).fencingToken()).isEqualTo(first.fencingToken() + 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAnswerThatComesWhenItsLeaseIsOverGrantsNothingAndTheRowIsTakenAnew(boolean asleep) {
        afterUpdates.add(() -> {
            if (asleep) {
                manual.time.suspend(BEYOND_BELIEF);
            } else {
                manual.pass(BEYOND_BELIEF);
            }
        });
        first.release();
        assertSecondHoldsARowOfItsOwn();
        assertThat(ManualLocks.granted(second).remainingLease()).isEqualTo(BEYOND_BELIEF);
        assertThat(ManualLocks.granted(second).fencingToken()).isGreaterThan(first.fencingToken() + 1);
    }

    @Test
    void aLostAnswerIsAskedForWhenTheLeaseIsOverAndTheRowIsTakenAnew() {
        for (int attempt = 0; attempt < 3; attempt++) {
            afterUpdates.add(() -> {
                manual.time.suspend(Duration.ofSeconds(7));
                throw ApiCallTimeoutException.create(7_000);
            });
        }
        first.close();
        assertThat(afterUpdates).isEmpty();
        assertSecondHoldsARowOfItsOwn();
        assertThat(ManualLocks.granted(second).remainingLease()).isEqualTo(BEYOND_BELIEF);
    }

    @Test
    void whenAnotherTookTheRowMeanwhileALateAnswerGrantsNothing() {
        LockClient other = manual.newClient();
        CompletableFuture<LockHandle> others = ManualLocks.ask(other, Duration.ofMinutes(5));
        afterUpdates.add(() -> manual.pass(BEYOND_LEASE));
        first.release();
        LockHandle taken = ManualLocks.granted(others);
        assertThat(taken.isHeld()).isTrue();
        assertThat(second).isNotDone();
        assertThat(heldWhenGranted).isEmpty();

        taken.release();
        manual.pass(Duration.ofSeconds(5));
        assertSecondHoldsARowOfItsOwn();
        assertThat(ManualLocks.granted(second).fencingToken()).isGreaterThan(taken.fencingToken());
    }
}

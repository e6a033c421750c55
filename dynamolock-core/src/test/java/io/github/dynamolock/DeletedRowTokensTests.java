package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.table.RecordVersion;
import io.github.dynamolock.table.RowLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Tokens of locks whose rows are deleted on release, by the request or by the format, in manual time. */
@ParameterizedClass
@EnumSource
class DeletedRowTokensTests {

    private static final AttributeValue KEY = AttributeValue.fromS("k");
    private static final Duration WAIT = Duration.ofMinutes(1);

    private final Deleting deleting;
    private ManualLocks manual;

    enum Deleting {
        ON_REQUEST(RowFormat.DYNAMOLOCK),
        BY_FORMAT(RowFormat.DISTRLOCK);

        final RowFormat format;

        Deleting(RowFormat format) {
            this.format = format;
        }

        LockRequest request(Duration wait) {
            LockRequest.Builder request = LockRequest.forKey(KEY).waitTime(wait);
            return (this == ON_REQUEST ? request.deleteOnRelease() : request).build();
        }
    }

    DeletedRowTokensTests(Deleting deleting) {
        this.deleting = deleting;
    }

    @BeforeEach
    void open() throws InterruptedException {
        manual = new ManualLocks(LockTable.named("locks"), deleting.format);
    }

    @AfterEach
    void close() {
        manual.close();
    }

    private LockClient detoured(int update, Runnable happening) {
        return manual.open(manual.builder(), Detour.before(manual.dynamo.client(), "updateItem", update, happening));
    }

    /** A row that is held under an id, with a token. */
    private void put(String holdId, long token) {
        RowLayout layout = deleting.format.layout();
        AttributeValue lease =
                deleting == Deleting.BY_FORMAT ? AttributeValue.fromN("20000000000") : AttributeValue.fromS("20s");
        manual.put(
                KEY,
                Map.of(
                        layout.version(),
                        AttributeValue.fromS(RecordVersion.of(holdId, 0)),
                        layout.lease(),
                        lease,
                        "fencingToken",
                        AttributeValue.fromN(Long.toString(token))));
    }

    private long tokenOfTheRow() {
        return Long.parseLong(manual.row()
                .getOrDefault("fencingToken", AttributeValue.fromN("-1"))
                .n());
    }

    /** Of the writes of a lock that is not renewed, the one that is no acquisition. */
    static boolean isRaise(DynamoDbRequest request) {
        return request instanceof UpdateItemRequest update
                && !update.expressionAttributeNames().containsValue("ownerName");
    }

    @Test
    void aWriteThatAnotherHoldOvertakesIsGrantedTheGreaterToken() {
        LockRequest request = deleting.request(Duration.ZERO);
        LockClient other = manual.newClient();
        List<Long> overtaking = new ArrayList<>();
        LockClient late = detoured(1, () -> {
            manual.pass(Duration.ofMillis(500));
            try (LockHandle lock = ManualLocks.take(other, request)) {
                overtaking.add(lock.fencingToken());
            }
            manual.pass(Duration.ofMillis(10));
        });
        LockHandle lock = ManualLocks.take(late, request);
        assertThat(overtaking).hasSize(1).allMatch(token -> token < lock.fencingToken());
        assertThat(tokenOfTheRow()).isEqualTo(lock.fencingToken());
        assertThat(lock.remainingLease()).isEqualTo(Duration.ofMillis(18_000 - 510));
    }

    @Test
    void theRowOfOneThatDiedBeforeItRaisedTheTokenIsTakenOverWithAGreaterOne() {
        LockHandle former = ManualLocks.take(manual.newClient(), deleting.request(Duration.ZERO));
        former.release();
        put("dead", former.fencingToken() - 400);
        CompletableFuture<LockHandle> heir = manual.newClient().acquireAsync(deleting.request(WAIT));
        manual.pass(ManualLocks.LEASE.multipliedBy(2));
        assertThat(ManualLocks.granted(heir).fencingToken()).isGreaterThan(former.fencingToken());
    }

    @Test
    void aLockWhoseRowIsDeletedCostsThreeCallsAndOneThatIsKeptTwo() {
        LockClient locks = manual.newClient();
        manual.dynamo.calls().reset();
        ManualLocks.take(locks, deleting.request(Duration.ZERO)).release();
        assertThat(manual.dynamo.calls().count("UpdateItem")).isEqualTo(2);
        assertThat(manual.dynamo.calls().count("DeleteItem")).isEqualTo(1);
        assertThat(manual.dynamo.calls().total()).isEqualTo(3);
        if (deleting == Deleting.ON_REQUEST) {
            manual.dynamo.calls().reset();
            ManualLocks.take(locks, LockRequest.forKey(KEY).build()).release();
            assertThat(manual.dynamo.calls().total()).isEqualTo(2);
        }
    }

    @Test
    void aRaiseThatIsLostOrWhoseReplyIsIsSentAgain() {
        LockClient locks = manual.newClient();
        for (int round = 0; round < 2; round++) {
            if (round == 0) {
                manual.dynamo
                        .faults()
                        .on("UpdateItem")
                        .when(DeletedRowTokensTests::isRaise)
                        .times(1)
                        .loseRequest();
            } else {
                manual.dynamo
                        .faults()
                        .on("UpdateItem")
                        .when(DeletedRowTokensTests::isRaise)
                        .times(1)
                        .loseReply();
            }
            CompletableFuture<LockHandle> asked = locks.acquireAsync(deleting.request(WAIT));
            assertThat(asked).isNotDone();
            manual.pass(Duration.ofMillis(100));
            LockHandle lock = ManualLocks.granted(asked);
            assertThat(tokenOfTheRow()).isEqualTo(lock.fencingToken());
            lock.release();
        }
    }

    @Test
    void withoutARaiseNothingIsGrantedAndNoRowIsLeft() {
        manual.dynamo
                .faults()
                .on("UpdateItem")
                .when(DeletedRowTokensTests::isRaise)
                .throttle();
        CompletableFuture<LockHandle> asked = manual.newClient().acquireAsync(deleting.request(WAIT));
        CompletableFuture<LockHandle> tried = manual.newClient().acquireAsync(deleting.request(Duration.ZERO));
        assertThat(tried).isCompletedExceptionally();
        manual.pass(WAIT.minusMillis(1));
        assertThat(asked).isNotDone();
        assertThat(manual.row()).isNotEmpty();
        manual.pass(Duration.ofMillis(1));
        assertThat(asked).failsWithin(Duration.ZERO).withThrowableThat().withCauseInstanceOf(LockTableException.class);
        assertThat(manual.row()).isEmpty();
    }

    @Test
    void aRaiseThatWorksOnlyAfterTheLeaseGrantsANewOne() {
        manual.dynamo
                .faults()
                .on("UpdateItem")
                .when(DeletedRowTokensTests::isRaise)
                .throttle();
        CompletableFuture<LockHandle> asked = manual.newClient().acquireAsync(deleting.request(WAIT));
        manual.pass(Duration.ofSeconds(30));
        assertThat(asked).isNotDone();
        manual.dynamo.faults().clear();
        manual.pass(Duration.ofMillis(1_200));
        LockHandle lock = ManualLocks.granted(asked);
        assertThat(lock.isHeld()).isTrue();
        assertThat(tokenOfTheRow()).isEqualTo(lock.fencingToken());
        manual.pass(Duration.ofMinutes(1));
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void whoGoesAwayBetweenTheTwoWritesLeavesNoRow() {
        manual.dynamo
                .faults()
                .on("UpdateItem")
                .when(DeletedRowTokensTests::isRaise)
                .times(1)
                .throttle();
        CompletableFuture<LockHandle> asked = manual.newClient().acquireAsync(deleting.request(WAIT));
        assertThat(manual.row()).isNotEmpty();
        assertThat(asked.cancel(false)).isTrue();
        assertThat(manual.row()).isEmpty();
    }

    @Test
    void aClientThatIsClosedBetweenTheTwoWritesLeavesNoRow() {
        manual.dynamo
                .faults()
                .on("UpdateItem")
                .when(DeletedRowTokensTests::isRaise)
                .times(1)
                .throttle();
        LockClient waiting = manual.newClient();
        CompletableFuture<LockHandle> asked = waiting.acquireAsync(deleting.request(WAIT));
        waiting.close();
        assertThat(asked).isCompletedExceptionally();
        assertThat(manual.row()).isEmpty();
    }

    @Test
    void aClientThatIsClosedWhileTheRaiseIsOnItsWayLeavesNoRow() {
        List<LockClient> closing = new ArrayList<>();
        LockClient locks = detoured(2, () -> closing.get(0).close());
        closing.add(locks);
        assertThat(locks.acquireAsync(deleting.request(WAIT))).isCompletedExceptionally();
        assertThat(manual.row()).isEmpty();
    }

    @Test
    void aRowThatAnotherHasBeforeTheRaiseWasNeverGrantedAndIsWaitedFor() {
        LockClient locks = detoured(2, () -> put("another", 7));
        CompletableFuture<LockHandle> asked = locks.acquireAsync(deleting.request(WAIT));
        assertThat(asked).isNotDone();
        assertThat(tokenOfTheRow()).isEqualTo(7);
        manual.deleteRow(KEY);
        manual.pass(Duration.ofSeconds(1));
        assertThat(ManualLocks.granted(asked).isHeld()).isTrue();
    }
}

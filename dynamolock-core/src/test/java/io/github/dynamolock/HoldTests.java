package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dynamolock.table.LeaseForm;
import io.github.dynamolock.table.RecordingDynamoDb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** A held lock against a DynamoDB that answers what each test says. */
class HoldTests {

    private final ManualTime time = new ManualTime();
    private final RecordingDynamoDb dynamoDb = new RecordingDynamoDb();
    private final List<String> events = new ArrayList<>();
    private final LockClientBuilder settings = LockClient.builder(dynamoDb)
            .table("locks")
            .idGenerator(this::nextId)
            .listener(new Recorder());
    private final AtomicInteger ids = new AtomicInteger();

    private String nextId() {
        return "hold" + ids.incrementAndGet();
    }

    private final class Recorder implements LockListener {
        @Override
        public void granted(HeldLock lock, Duration waited) {
            events.add("granted");
        }

        @Override
        public void notGranted(LockRequest request, Throwable reason, Duration waited) {
            events.add("notGranted " + reason.getClass().getSimpleName());
        }

        @Override
        public void lost(HeldLock lock, LockLoss loss) {
            events.add("lost " + loss.reason());
        }

        @Override
        public void released(HeldLock lock) {
            events.add("released");
        }
    }

    private DefaultLockClient client(Clock clock) {
        Engine engine = Engines.of(
                dynamoDb,
                ClientSettings.of(settings),
                clock,
                time,
                Runnable::run,
                Runnable::run,
                Runnable::run,
                () -> 0.5);
        return new DefaultLockClient(engine, null);
    }

    private static Map<String, AttributeValue> row(String version) {
        return Map.of(
                "key", AttributeValue.fromS("k"),
                "leaseDuration", AttributeValue.fromS("20s"),
                "recordVersionNumber", AttributeValue.fromS(version),
                "fencingToken", AttributeValue.fromN("8"));
    }

    private LockHandle acquire(DefaultLockClient client, LockRequest request) {
        dynamoDb.answer(row("hold1:0000000000"));
        return client.acquireAsync(request).join();
    }

    private LockHandle acquire() {
        return acquire(client(time), LockRequest.forKey("k").build());
    }

    @Test
    void aReleasedLockIsNotNearItsEndHoweverLongAgoItWasReleased() {
        AtomicBoolean called = new AtomicBoolean();
        LockHandle lock = acquire(
                client(time),
                LockRequest.forKey("k")
                        .almostExpired(Duration.ofSeconds(5), () -> called.set(true))
                        .build());
        dynamoDb.answer(row("hold1:0000000000"));
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        time.advance(Duration.ofMinutes(1));
        assertThatExceptionOfType(LockException.class)
                .isThrownBy(lock::heartbeat)
                .withMessageContaining("was released");
        assertThat(called).isFalse();
        assertThat(events).containsExactly("granted", "released");
    }

    @Test
    void aLockThatIsFoundLostWhenItIsReleasedIsToldAsLostAlone() {
        LockHandle lock = acquire();
        time.suspend(Duration.ofSeconds(18));
        dynamoDb.answer(row("hold1:0000000000"));
        assertThat(lock.release()).isEqualTo(ReleaseResult.LOST);
        assertThat(events).containsExactly("granted", "lost EXPIRED");
    }

    /** Whichever look at the clock first sees the lease over: there is one story, not two. */
    @Test
    void aLeaseThatEndsDuringItsReleaseIsEitherLostOrReleased() {
        for (int look = 1; look < 12; look++) {
            events.clear();
            ids.set(0);
            AtomicInteger looks = new AtomicInteger(Integer.MIN_VALUE);
            int last = look;
            List<LockHandle> handle = new ArrayList<>();
            DefaultLockClient client = client(() -> {
                if (looks.incrementAndGet() == last) {
                    time.suspend(Duration.ofSeconds(18));
                    assertThat(handle.get(0).isHeld()).isFalse();
                }
                return time.now();
            });
            handle.add(
                    acquire(client, LockRequest.forKey("k").withoutHeartbeat().build()));
            looks.set(0);
            dynamoDb.answer(row("hold1:0000000000"));
            ReleaseResult result = handle.get(0).release();
            assertThat(events)
                    .as("the lease ends at look %s", look)
                    .containsExactly("granted", result == ReleaseResult.LOST ? "lost EXPIRED" : "released");
        }
    }

    @Test
    void aReleaseThatGotNoAnswerMayBeTriedAgain() {
        LockHandle lock = acquire();
        for (int i = 0; i < 3; i++) {
            dynamoDb.fail(ApiCallTimeoutException.create(5_000));
        }
        assertThatExceptionOfType(LockTableException.class).isThrownBy(lock::release);
        assertThat(lock.isHeld()).isFalse();
        dynamoDb.answer(row("hold1:0000000000"));
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(lock.release()).isEqualTo(ReleaseResult.ALREADY_RELEASED);
        assertThat(events).containsExactly("granted", "released");
    }

    @Test
    void anExtensionNeverWritesALeaseThatReadersTakeForCorrupt() throws InterruptedException {
        LockHandle lock = acquire();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> lock.extend(LeaseForm.LONGEST))
                .withMessageContaining("extension");
        dynamoDb.answer(row("hold1:0000000001"));
        lock.extend(Duration.ofDays(329));
        assertThat(lock.remainingLease()).isGreaterThanOrEqualTo(Duration.ofDays(329));
    }

    @Test
    void anAcquisitionThroughAClosedClientFailsItsFutureAndIsTold() {
        DefaultLockClient client = client(time);
        client.close();
        CompletableFuture<LockHandle> future =
                client.acquireAsync(LockRequest.forKey("k").build());
        assertThat(future).isCompletedExceptionally();
        assertThatExceptionOfType(LockClientClosedException.class).isThrownBy(() -> client.acquire("k"));
        assertThat(events)
                .containsExactly("notGranted LockClientClosedException", "notGranted LockClientClosedException");
    }

    @Test
    void aHandOverWhoseReplyWasLostCountsFromWhenItWasSent() {
        DefaultLockClient client = client(() -> time.now());
        LockHandle first =
                acquire(client, LockRequest.forKey("k").withoutHeartbeat().build());
        CompletableFuture<LockHandle> second =
                client.acquireAsync(LockRequest.forKey("k").withoutHeartbeat().build());
        for (int i = 0; i < 3; i++) {
            dynamoDb.doing(() -> {
                time.suspend(Duration.ofSeconds(5));
                throw ApiCallTimeoutException.create(5_000);
            });
        }
        // What the next one finds when it asks the table: the hand-over had come through, 15 seconds ago.
        dynamoDb.refuse(row("hold2:0000000000"));
        assertThatExceptionOfType(LockTableException.class).isThrownBy(first::release);
        assertThat(second.join().remainingLease()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void whoeverGivesUpWhileARowMayBeHandedToItClearsTheRow() {
        DefaultLockClient client = client(time);
        LockHandle first = acquire(client, LockRequest.forKey("k").build());
        CompletableFuture<LockHandle> second =
                client.acquireAsync(LockRequest.forKey("k").build());
        dynamoDb.doing(() -> {
            second.cancel(false);
            throw ApiCallTimeoutException.create(5_000);
        });
        dynamoDb.fail(ApiCallTimeoutException.create(5_000)).fail(ApiCallTimeoutException.create(5_000));
        dynamoDb.answer(row("hold2:0000000000"));
        assertThatExceptionOfType(LockTableException.class).isThrownBy(first::release);
        UpdateItemRequest last =
                (UpdateItemRequest) dynamoDb.requests().get(dynamoDb.requests().size() - 1);
        assertThat(last.expressionAttributeValues()).containsValue(AttributeValue.fromS("hold2:"));
    }

    @Test
    @Timeout(30)
    void closingOnAnInterruptedThreadReleasesEverythingAndKeepsTheFlag() {
        DefaultLockClient client = new DefaultLockClient(dynamoDb, ClientSettings.of(settings));
        acquire(client, LockRequest.forKey("k").build());
        AtomicBoolean released = new AtomicBoolean();
        dynamoDb.doing(() -> {
            takeTime(100);
            released.set(true);
            return row("hold1:0000000000");
        });
        Thread.currentThread().interrupt();
        try {
            client.close();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(released).isTrue();
        assertThat(events).contains("lost CLIENT_CLOSED");
    }

    /** A call that takes some time, and that an interrupt would break off. */
    private static void takeTime(long millis) {
        try {
            new CompletableFuture<Void>()
                    .completeOnTimeout(null, millis, TimeUnit.MILLISECONDS)
                    .get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("the call was broken off", e);
        }
    }
}

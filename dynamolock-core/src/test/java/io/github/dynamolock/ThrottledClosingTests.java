package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Rows whose release has to wait while their client closes, in manual time. */
class ThrottledClosingTests {

    private static final Duration LEASE = Duration.ofSeconds(3);

    private final List<String> told = new ArrayList<>();

    private final class Recorder implements LockListener {
        @Override
        public void renewed(HeldLock lock, Duration took) {
            told.add("renewed");
        }

        @Override
        public void renewalFailed(HeldLock lock, Throwable cause) {
            told.add("renewalFailed");
        }

        @Override
        public void lost(HeldLock lock, LockLoss loss) {
            told.add("lost " + loss.reason());
        }

        @Override
        public void released(HeldLock lock) {
            told.add("released");
        }
    }

    private DefaultLockClient shortLeased(ManualLocks manual) {
        return (DefaultLockClient) manual.open(manual.builder()
                .leaseDuration(LEASE)
                .heartbeatPeriod(Duration.ofSeconds(1))
                .listener(new Recorder()));
    }

    private static LockHandle take(LockClient client) {
        return ManualLocks.take(client, LockRequest.forKey("k").build());
    }

    private static boolean isRelease(DynamoDbRequest request) {
        return request instanceof DeleteItemRequest
                || (request instanceof UpdateItemRequest update
                        && update.expressionAttributeValues().containsValue(AttributeValue.fromS("1")));
    }

    private static boolean isUpdateButNoRelease(DynamoDbRequest request) {
        return request instanceof UpdateItemRequest && !isRelease(request);
    }

    private static void throttleReleases(ManualLocks manual) {
        manual.dynamo.faults().onAny().when(ThrottledClosingTests::isRelease).throttle();
    }

    @Test
    void aLeaseWhoseReleaseIsThrottledForLongerThanTheLeaseIsRenewedUntilTheReleaseGoesThrough() throws Exception {
        try (ManualLocks manual = new ManualLocks()) {
            DefaultLockClient closing = shortLeased(manual);
            LockHandle lock = take(closing);
            CompletableFuture<LockHandle> next = ManualLocks.ask(manual.newClient(), Duration.ofHours(1));
            throttleReleases(manual);

            CompletableFuture<Void> closed = closing.startClosing();
            assertThat(lock.isHeld()).isFalse();
            manual.pass(LEASE.multipliedBy(3));
            assertThat(closed).isNotDone();
            assertThat(next).isNotDone();

            manual.dynamo.faults().clear();
            manual.pass(Duration.ofMillis(500));
            assertThat(closed).isCompleted();
            manual.pass(Duration.ofSeconds(1));
            assertThat(next).isCompleted();
            assertThat(ManualLocks.granted(next).fencingToken()).isEqualTo(lock.fencingToken() + 1);
            assertThat(told).containsExactly("lost CLIENT_CLOSED");
        }
    }

    @Test
    void aCloseEndsAfterItsLimitWithTheFailureReportedAndNothingRenewsAfterwards() throws Exception {
        try (ManualLocks manual = new ManualLocks()) {
            DefaultLockClient closing = shortLeased(manual);
            take(closing);
            throttleReleases(manual);
            Map<String, AttributeValue> held = manual.row();

            CompletableFuture<Void> closed = closing.startClosing();
            manual.pass(Closing.LIMIT.minusNanos(1));
            assertThat(closed).isNotDone();
            manual.pass(Duration.ofNanos(1));
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(closed::join)
                    .havingCause()
                    .isInstanceOf(LockException.class)
                    .withMessageContaining("1 of 1")
                    .havingCause()
                    .isInstanceOf(LockTableException.class)
                    .withMessageContaining("'k'");

            Map<String, AttributeValue> left = manual.row();
            assertThat(left).isNotEqualTo(held);
            manual.dynamo.calls().reset();
            manual.pass(Duration.ofMinutes(5));
            assertThat(manual.dynamo.calls().total()).isZero();
            assertThat(manual.time.pending()).isZero();
            assertThat(manual.row()).isEqualTo(left);
        }
    }

    @Test
    void aRenewalThatIsThrottledTooIsSentAgainBeforeTheLeaseEnds() throws Exception {
        try (ManualLocks manual = new ManualLocks()) {
            DefaultLockClient closing = shortLeased(manual);
            take(closing);
            CompletableFuture<LockHandle> next = ManualLocks.ask(manual.newClient(), Duration.ofHours(1));
            manual.dynamo.faults().on("UpdateItem").throttle();
            CompletableFuture<Void> closed = closing.startClosing();
            manual.pass(Duration.ofMillis(2_500));
            manual.dynamo.faults().clear();
            throttleReleases(manual);
            manual.pass(Duration.ofSeconds(5));
            assertThat(closed).isNotDone();
            assertThat(next).isNotDone();
        }
    }

    @Test
    void aLockThatIsNotRenewedByItselfIsNotRenewedForItsReleaseEither() throws Exception {
        try (ManualLocks manual = new ManualLocks()) {
            DefaultLockClient closing = shortLeased(manual);
            ManualLocks.take(closing, LockRequest.forKey("k").withoutHeartbeat().build());
            throttleReleases(manual);
            Map<String, AttributeValue> held = manual.row();
            CompletableFuture<Void> closed = closing.startClosing();
            manual.pass(Duration.ofSeconds(9));
            assertThat(closed).isNotDone();
            assertThat(manual.row()).isEqualTo(held);
        }
    }

    /** The renewal is on its way when the release is tried again and goes through: it must find nothing to renew. */
    @ParameterizedTest
    @EnumSource(RowFormat.class)
    void aRenewalThatTheReleaseOvertakesRevivesNothing(RowFormat format) throws Exception {
        try (ManualLocks manual = new ManualLocks(LockTable.named("locks"), format)) {
            DefaultLockClient closing = shortLeased(manual);
            take(closing);
            throttleReleases(manual);
            CompletableFuture<Void> closed = closing.startClosing();
            assertThat(closed).isNotDone();

            AtomicInteger overtaken = new AtomicInteger();
            List<Map<String, AttributeValue>> released = new ArrayList<>();
            manual.dynamo.faults().clear();
            manual.dynamo
                    .faults()
                    .onAny()
                    .when(request -> isRelease(request) && overtaken.get() == 0)
                    .throttle();
            manual.dynamo
                    .faults()
                    .on("UpdateItem")
                    .when(request -> {
                        if (isUpdateButNoRelease(request) && overtaken.incrementAndGet() == 1) {
                            manual.pass(Duration.ofMillis(500));
                            assertThat(closed).isCompleted();
                            released.add(manual.row());
                        }
                        return false;
                    })
                    .throttle();
            manual.pass(Duration.ofSeconds(5));
            assertThat(overtaken).hasValue(1);
            assertThat(manual.row()).isEqualTo(released.get(0));
            assertThat(ManualLocks.ask(manual.newClient(), Duration.ZERO)).isCompleted();
        }
    }

    /** The same when somebody has the lock by the time it arrives. */
    @ParameterizedTest
    @EnumSource(RowFormat.class)
    void aRenewalThatComesWhenAnotherHasTheLockChangesNothing(RowFormat format) throws Exception {
        try (ManualLocks manual = new ManualLocks(LockTable.named("locks"), format)) {
            DefaultLockClient closing = shortLeased(manual);
            take(closing);
            LockClient other = manual.open(manual.builder().heartbeatPeriod(Duration.ZERO));
            List<Map<String, AttributeValue>> others = new ArrayList<>();
            AtomicInteger overtaken = new AtomicInteger();
            manual.dynamo
                    .faults()
                    .onAny()
                    .when(request -> isRelease(request) && overtaken.get() == 0)
                    .throttle();
            CompletableFuture<Void> closed = closing.startClosing();
            manual.dynamo
                    .faults()
                    .on("UpdateItem")
                    .when(request -> {
                        if (isUpdateButNoRelease(request) && overtaken.incrementAndGet() == 1) {
                            manual.pass(Duration.ofMillis(500));
                            assertThat(take(other).isHeld()).isTrue();
                            others.add(manual.row());
                        }
                        return false;
                    })
                    .throttle();
            manual.pass(Duration.ofSeconds(5));
            assertThat(closed).isCompleted();
            assertThat(others).containsExactly(manual.row());
        }
    }

    /** The release is on its way when the row is renewed: it frees the row whatever the count. */
    @ParameterizedTest
    @EnumSource(RowFormat.class)
    void aReleaseThatARenewalOvertakesFreesTheRow(RowFormat format) throws Exception {
        try (ManualLocks manual = new ManualLocks(LockTable.named("locks"), format)) {
            DefaultLockClient closing = shortLeased(manual);
            take(closing);
            Map<String, AttributeValue> held = manual.row();
            AtomicInteger releases = new AtomicInteger();
            List<Map<String, AttributeValue>> renewed = new ArrayList<>();
            manual.dynamo
                    .faults()
                    .onAny()
                    .when(request -> {
                        if (isRelease(request) && releases.incrementAndGet() == 1) {
                            manual.pass(Duration.ofSeconds(2));
                            renewed.add(manual.row());
                        }
                        return false;
                    })
                    .throttle();
            assertThat(closing.startClosing()).isCompleted();
            assertThat(releases).hasValue(1);
            assertThat(renewed).hasSize(1).doesNotContain(held);
            assertThat(ManualLocks.ask(manual.newClient(), Duration.ZERO)).isCompleted();
        }
    }
}

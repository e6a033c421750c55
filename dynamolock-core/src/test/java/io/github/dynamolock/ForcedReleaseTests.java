package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamolock.RowVariantsTests.Variant;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Locks that somebody frees who does not hold them, with keys of every type, in every row format, in manual time. */
class ForcedReleaseTests {

    private static final String VARIANTS = "io.github.dynamolock.RowVariantsTests#variants";

    /** Tokens of rows that are deleted rest on clocks, and on this much between two grants. */
    private static final Duration BETWEEN_GRANTS = Duration.ofMillis(1);

    private static LockInfo look(LockClient client, Variant variant) throws InterruptedException {
        return client.find(variant.key()).orElseThrow();
    }

    private static CompletableFuture<LockHandle> ask(LockClient client, Variant variant) {
        return client.acquireAsync(variant.request().waitTime(Duration.ZERO).build());
    }

    private static LockLoss.Reason told(LockHandle lock) {
        return lock.lost().toCompletableFuture().getNow(null).reason();
    }

    @ParameterizedTest
    @MethodSource(VARIANTS)
    void theNextOneGetsTheLockAtOnceWithAGreaterTokenAndTheHolderIsToldAtItsNextRenewal(Variant variant)
            throws InterruptedException {
        try (ManualLocks manual = variant.open()) {
            LockClient ops = manual.open(manual.builder().ownerName("ops"));
            LockHandle displaced =
                    ManualLocks.take(manual.newClient(), variant.request().build());

            assertThat(ops.forceRelease(look(ops, variant))).isTrue();
            manual.pass(BETWEEN_GRANTS);
            LockHandle next = ManualLocks.granted(ask(manual.newClient(), variant));

            assertThat(next.fencingToken()).isGreaterThan(displaced.fencingToken());
            assertThat(displaced.lost()).isNotCompleted();
            manual.pass(ManualLocks.HEARTBEAT);
            assertThat(displaced.isHeld()).isFalse();
            assertThat(told(displaced)).isEqualTo(LockLoss.Reason.TAKEN_OVER);
            assertThat(displaced.release()).isEqualTo(ReleaseResult.LOST);
            manual.pass(ManualLocks.LEASE.multipliedBy(2));
            assertThat(next.isHeld()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource(VARIANTS)
    void theHolderIsToldAlsoWhenNobodyElseHasTakenTheLock(Variant variant) throws InterruptedException {
        try (ManualLocks manual = variant.open()) {
            LockClient ops = manual.open(manual.builder().ownerName("ops"));
            LockHandle displaced =
                    ManualLocks.take(manual.newClient(), variant.request().build());
            assertThat(ops.forceRelease(look(ops, variant))).isTrue();
            manual.pass(ManualLocks.HEARTBEAT);
            assertThat(told(displaced))
                    .isEqualTo(variant.rowsStay() ? LockLoss.Reason.TAKEN_OVER : LockLoss.Reason.DELETED);
            manual.pass(ManualLocks.LEASE);
            assertThat(ask(manual.newClient(), variant)).isCompleted();
        }
    }

    @ParameterizedTest
    @MethodSource(VARIANTS)
    void aHolderThatReleasesBeforeItHasRenewedIsToldThatTheLockWasLost(Variant variant) throws InterruptedException {
        try (ManualLocks manual = variant.open()) {
            LockClient ops = manual.newClient();
            LockHandle displaced =
                    ManualLocks.take(manual.newClient(), variant.request().build());
            assertThat(ops.forceRelease(look(ops, variant))).isTrue();
            LockHandle next = ManualLocks.granted(ask(ops, variant));
            assertThat(displaced.release()).isEqualTo(ReleaseResult.LOST);
            assertThat(look(ops, variant).state()).isEqualTo(LockInfo.State.HELD_BY_THIS_CLIENT);
            assertThat(next.isHeld()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource(VARIANTS)
    void aRowThatWasRenewedSinceItWasLookedAtIsLeftAsItIs(Variant variant) throws InterruptedException {
        try (ManualLocks manual = variant.open()) {
            LockClient ops = manual.newClient();
            LockHandle lock =
                    ManualLocks.take(manual.newClient(), variant.request().build());
            LockInfo before = look(ops, variant);
            manual.pass(ManualLocks.HEARTBEAT);
            Map<String, AttributeValue> row = manual.row(variant.key());
            assertThat(ops.forceRelease(before)).isFalse();
            assertThat(manual.row(variant.key())).isEqualTo(row);
            assertThat(lock.isHeld()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource(VARIANTS)
    void aRowThatWasReleasedSinceItWasLookedAtIsLeftAsItIs(Variant variant) throws InterruptedException {
        try (ManualLocks manual = variant.open()) {
            LockClient ops = manual.newClient();
            LockHandle lock =
                    ManualLocks.take(manual.newClient(), variant.request().build());
            LockInfo before = look(ops, variant);
            lock.release();
            Map<String, AttributeValue> row = manual.row(variant.key());
            assertThat(ops.forceRelease(before)).isFalse();
            assertThat(manual.row(variant.key())).isEqualTo(row);
        }
    }

    @ParameterizedTest
    @MethodSource(VARIANTS)
    void aLostReplyIsRecognisedByTheNextAttempt(Variant variant) throws InterruptedException {
        try (ManualLocks manual = variant.open()) {
            LockClient ops = manual.newClient();
            LockHandle displaced =
                    ManualLocks.take(manual.newClient(), variant.request().build());
            LockInfo seen = look(ops, variant);
            manual.dynamo.faults().on("UpdateItem", "DeleteItem").times(1).loseReply();
            assertThat(ops.forceRelease(seen)).isTrue();
            manual.pass(BETWEEN_GRANTS);
            LockHandle next = ManualLocks.granted(ask(ops, variant));
            assertThat(next.fencingToken()).isGreaterThan(displaced.fencingToken());
        }
    }

    @ParameterizedTest
    @MethodSource(VARIANTS)
    void aLockOfTheSameClientIsFreedJustTheSame(Variant variant) throws InterruptedException {
        try (ManualLocks manual = variant.open()) {
            LockClient locks = manual.newClient();
            LockHandle own = ManualLocks.take(locks, variant.request().build());
            assertThat(locks.forceRelease(look(locks, variant))).isTrue();
            manual.pass(ManualLocks.HEARTBEAT);
            assertThat(own.isHeld()).isFalse();
            ManualLocks.granted(ask(locks, variant));
        }
    }

    @Test
    void theRowKeepsItsPayloadAndAttributesAndNamesWhoFreedIt() throws InterruptedException {
        try (ManualLocks manual = new ManualLocks()) {
            LockClient ops = manual.open(manual.builder().ownerName("ops"));
            LockHandle displaced = ManualLocks.take(
                    manual.newClient(),
                    LockRequest.forKey("k")
                            .data(AbstractLockClientTests.bytes("left"))
                            .attribute("team", AttributeValue.fromN("1"))
                            .build());
            assertThat(ops.forceRelease(ops.find("k").orElseThrow())).isTrue();

            LockInfo freed = ops.find("k").orElseThrow();
            assertThat(freed.state()).isEqualTo(LockInfo.State.FREE);
            assertThat(freed.ownerName()).isEqualTo("ops");
            assertThat(freed.fencingToken()).isEqualTo(displaced.fencingToken() + 1);
            assertThat(freed.data()).isEqualTo(AbstractLockClientTests.bytes("left"));
            assertThat(freed.attributes()).containsOnlyKeys("team");
            manual.pass(ManualLocks.HEARTBEAT);
            assertThat(displaced
                            .lost()
                            .toCompletableFuture()
                            .getNow(null)
                            .row()
                            .orElseThrow()
                            .ownerName())
                    .isEqualTo("ops");
        }
    }

    @Test
    void aRowThatGoWroteIsFreedAndItsTokensBeginAtTheClock() throws InterruptedException {
        try (ManualLocks manual = new ManualLocks()) {
            manual.put(
                    AttributeValue.fromS("k"),
                    Map.of(
                            "recordVersionNumber", AttributeValue.fromS("some-uuid"),
                            "leaseDuration", AttributeValue.fromS("1h0m0s"),
                            "ownerName", AttributeValue.fromS("go")));
            LockClient ops = manual.newClient();
            long clock = manual.time.now().wallMillis();
            assertThat(ops.forceRelease(ops.find("k").orElseThrow())).isTrue();
            assertThat(ops.find("k").orElseThrow().fencingToken()).isEqualTo(clock + 1);
            ManualLocks.granted(ManualLocks.ask(ops, Duration.ZERO));
        }
    }

    @Test
    void aTableThatDoesNotAnswerIsReportedAfterThreeAttempts() throws InterruptedException {
        try (ManualLocks manual = new ManualLocks()) {
            ManualLocks.take(manual.newClient(), LockRequest.forKey("k").build());
            LockClient ops = manual.newClient();
            LockInfo seen = ops.find("k").orElseThrow();
            manual.dynamo.calls().reset();
            manual.dynamo.faults().on("UpdateItem").loseRequest();
            assertThatExceptionOfType(LockTableException.class)
                    .isThrownBy(() -> ops.forceRelease(seen))
                    .withMessageContaining("'k' could not be released by force");
            assertThat(manual.dynamo.calls().count("UpdateItem")).isEqualTo(3);
        }
    }

    @Test
    void aClosedClientFreesNothing() throws InterruptedException {
        try (ManualLocks manual = new ManualLocks()) {
            ManualLocks.take(manual.newClient(), LockRequest.forKey("k").build());
            LockClient ops = manual.newClient();
            LockInfo seen = ops.find("k").orElseThrow();
            ops.close();
            assertThatExceptionOfType(LockClientClosedException.class).isThrownBy(() -> ops.forceRelease(seen));
            assertThat(manual.row()).doesNotContainKey("isReleased");
        }
    }
}

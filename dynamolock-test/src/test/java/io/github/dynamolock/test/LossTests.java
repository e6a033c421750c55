package io.github.dynamolock.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockClientBuilder;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.LockLoss.Reason;
import io.github.dynamolock.LockTable;
import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import io.github.dynamolock.ReleaseResult;
import io.github.dynamolock.RowFormat;
import io.github.dynamolock.local.LocalDynamoDb;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Locks that are lost on purpose. */
class LossTests {

    private final LocalDynamoDb dynamo = LocalDynamoDb.create();
    private final LockTable table = LockTable.named("app").partitionKey("pk").sortKey("sk", "lock");
    private TestLocks locks = TestLocks.on(dynamo, settings(RowFormat.DYNAMOLOCK));

    private Supplier<LockClientBuilder> settings(RowFormat format) {
        return () -> LockClient.builder(dynamo.client()).table(table).rowFormat(format);
    }

    @BeforeEach
    void createTable() throws InterruptedException {
        LockTables.create(dynamo.client(), LockTableSpec.of(table));
    }

    @AfterEach
    void close() {
        locks.close();
        dynamo.close();
    }

    private static LockLoss loss(LockHandle held) {
        return held.lost().toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }

    @Test
    void theHolderIsToldAtOnceWhoTookTheLockAndItIsFreeThen() throws InterruptedException {
        LockHandle held = locks.client().acquire("k");

        locks.lose("k");

        assertThat(held.isHeld()).isFalse();
        assertThat(loss(held).reason()).isEqualTo(Reason.TAKEN_OVER);
        assertThat(loss(held).row().orElseThrow().ownerName())
                .isEqualTo(locks.otherInstance().name());
        assertThat(held.release()).isEqualTo(ReleaseResult.LOST);
        assertThat(locks.client().tryAcquire("k")).isPresent();
    }

    @ParameterizedTest
    @EnumSource(names = {"TAKEN_OVER", "DELETED", "EXPIRED"})
    void itIsLostForTheReasonAskedForAndNoOtherIs(Reason reason) throws InterruptedException {
        LockHandle held = locks.client().acquire("k");
        LockHandle kept = locks.client().acquire("k2");

        locks.lose("k", reason);

        assertThat(held.isHeld()).isFalse();
        assertThat(loss(held).reason()).isEqualTo(reason);
        assertThat(kept.isHeld()).isTrue();
        locks.advance(Duration.ofMinutes(10));
        assertThat(kept.isHeld()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"DELETED", "EXPIRED"})
    void theSameInDistrlocksRows(Reason reason) throws InterruptedException {
        locks.close();
        locks = TestLocks.on(dynamo, settings(RowFormat.DISTRLOCK));
        LockHandle held = locks.client().acquire("k");

        locks.lose("k", reason);

        assertThat(loss(held).reason()).isEqualTo(reason);
    }

    @Test
    void afterAnExpiryTheTableIsInReachAgain() throws InterruptedException {
        LockHandle held = locks.client().acquire("k");

        locks.lose("k", Reason.EXPIRED);
        held.close();

        assertThat(locks.otherInstance().hold("k").isHeld()).isTrue();
        assertThat(locks.client().find("k")).map(LockInfo::state).contains(LockInfo.State.HELD);
    }

    @Test
    void withoutAutomaticRenewalsItIsLostWhenItsLeaseIsOver() throws InterruptedException {
        LockClient unattended = locks.newClient(settings -> settings.heartbeatPeriod(Duration.ZERO));
        LockHandle held = unattended.acquire("k");

        locks.lose("k");

        assertThat(loss(held).reason()).isEqualTo(Reason.EXPIRED);
    }

    @ParameterizedTest
    @EnumSource(names = {"MAX_HOLD", "CLIENT_CLOSED"})
    void otherReasonsAreRefusedWithWhatToDoInstead(Reason reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> locks.lose("k", reason))
                .withMessageContaining(reason.name());
    }

    @Test
    void inARealDynamoDbALockIsTakenOverAndNothingElse() throws InterruptedException {
        try (TestLocks real = TestLocks.on(settings(RowFormat.DYNAMOLOCK))) {
            LockHandle held = real.client().acquire("k");
            assertThatIllegalStateException()
                    .isThrownBy(() -> real.lose("k", Reason.DELETED))
                    .withMessageContaining("DELETED");
            assertThatIllegalStateException().isThrownBy(() -> real.lose("k", Reason.EXPIRED));
            assertThatIllegalStateException().isThrownBy(real::local).withMessageContaining("replace = ANY");
            assertThat(held.isHeld()).isTrue();

            real.lose("k");

            assertThat(loss(held).reason()).isEqualTo(Reason.TAKEN_OVER);
        }
    }
}

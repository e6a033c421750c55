package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.github.dynamolock.local.LocalDynamoDb;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.MultiRegionConsistency;
import software.amazon.awssdk.services.dynamodb.model.ReplicaDescription;

/** Bad inputs that no other test has; {@code docs/bad-input.md} lists them all. */
class BadInputTests {

    @Test
    void oneTextComposedAndDecomposedIsTwoLocks() throws InterruptedException {
        try (ManualLocks manual = new ManualLocks()) {
            LockClient locks = manual.newClient();
            LockHandle composed = ManualLocks.take(
                    locks,
                    LockRequest.forKey("caf\u00e9").waitTime(Duration.ZERO).build());
            LockHandle decomposed = ManualLocks.take(
                    locks,
                    LockRequest.forKey("cafe\u0301").waitTime(Duration.ZERO).build());
            assertThat(composed.isHeld()).isTrue();
            assertThat(decomposed.isHeld()).isTrue();
        }
    }

    @Test
    void thePlaceholdersOfLogsAndFormatsAreTextInAKey() throws InterruptedException {
        String key = "${jndi:ldap://x/y} {} %s %n $1";
        try (ManualLocks manual = new ManualLocks();
                CapturedLog log = new CapturedLog()) {
            LockHandle lock =
                    ManualLocks.take(manual.newClient(), LockRequest.forKey(key).build());
            assertThat(lock.key()).isEqualTo(key);
            assertThat(manual.row(AttributeValue.fromS(key))).isNotEmpty();
            assertThat(log.lines(Level.DEBUG))
                    .anySatisfy(line -> assertThat(line).contains("'" + key + "'"));
        }
    }

    @Test
    void anotherTokenUnderTheOwnHoldIsALoss() throws InterruptedException {
        try (ManualLocks manual = new ManualLocks()) {
            LockHandle lock =
                    ManualLocks.take(manual.newClient(), LockRequest.forKey("k").build());
            manual.dynamo
                    .client()
                    .updateItem(update -> update.tableName("locks")
                            .key(Map.of("key", AttributeValue.fromS("k")))
                            .updateExpression("SET fencingToken = :t")
                            .expressionAttributeValues(Map.of(":t", AttributeValue.fromN("9000000000000000"))));
            manual.pass(ManualLocks.HEARTBEAT);
            assertThat(lock.isHeld()).isFalse();
            assertThat(lock.lost().toCompletableFuture())
                    .isCompletedWithValueMatching(loss -> loss.reason() == LockLoss.Reason.DELETED);
            assertThat(lock.release()).isEqualTo(ReleaseResult.LOST);
        }
    }

    /** A table that is described as a global one. */
    private static DynamoDbClient global(LocalDynamoDb dynamo, MultiRegionConsistency consistency) {
        return new DynamoDbClient() {
            @Override
            public DescribeTableResponse describeTable(Consumer<DescribeTableRequest.Builder> request) {
                DescribeTableResponse real = dynamo.client().describeTable(request);
                return real.toBuilder()
                        .table(real.table().toBuilder()
                                .replicas(ReplicaDescription.builder()
                                        .regionName("eu-west-1")
                                        .build())
                                .multiRegionConsistency(consistency)
                                .build())
                        .build();
            }

            @Override
            public String serviceName() {
                return "dynamodb";
            }

            @Override
            public void close() {}
        };
    }

    @Test
    void aGlobalTableOfEventuallyConsistentReplicasIsRefused() throws InterruptedException {
        LockTable table = LockTable.named("locks");
        try (LocalDynamoDb dynamo = LocalDynamoDb.create()) {
            LockTables.create(dynamo.client(), LockTableSpec.of(table));
            assertThatExceptionOfType(LockTableException.class)
                    .isThrownBy(() -> LockTables.validate(global(dynamo, MultiRegionConsistency.EVENTUAL), table))
                    .withMessageContaining("'locks'")
                    .withMessageContaining("global table of eventually consistent replicas");
            LockTables.validate(global(dynamo, MultiRegionConsistency.STRONG), table);
        }
    }

    @Test
    void aListenerThatBlocksKeepsNoOtherLockFromItsRenewals() throws InterruptedException {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        LockListener listener = new LockListener() {
            @Override
            public void lost(HeldLock lock, LockLoss loss) {
                blocked.countDown();
                try {
                    free.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        try (LocalDynamoDb dynamo = LocalDynamoDb.create()) {
            LockTables.create(dynamo.client(), LockTableSpec.of(LockTable.named("locks")));
            try (LockClient locks = LockClient.builder(dynamo.client())
                    .table("locks")
                    .leaseDuration(Duration.ofSeconds(20))
                    .heartbeatPeriod(Duration.ofMillis(100))
                    .listener(listener)
                    .build()) {
                LockHandle other = locks.acquire("other");
                LockHandle lost = locks.acquire("lost");
                dynamo.client()
                        .deleteItem(
                                delete -> delete.tableName("locks").key(Map.of("key", AttributeValue.fromS("lost"))));
                blocked.await();
                assertThat(lost.isHeld()).isFalse();
                long before = renewals(locks);
                await().atMost(Duration.ofSeconds(60)).until(() -> renewals(locks) >= before + 3);
                assertThat(other.release()).isEqualTo(ReleaseResult.RELEASED);
            } finally {
                free.countDown();
            }
        }
    }

    private static long renewals(LockClient locks) {
        return locks.heldLocks().stream().mapToLong(HeldLock::renewals).sum();
    }
}

package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dynamolock.fencing.RenewingGuard;
import io.github.dynamolock.fencing.TransactionGuards;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** The whole life of a lock with keys of every type, with and without a sort key, in every row format, in manual time. */
class RowVariantsTests {

    private static final AttributeValue TEXT = AttributeValue.fromS("campaign:42");
    private static final AttributeValue ONE = AttributeValue.fromN("1");

    record Variant(String name, LockTable table, RowFormat format, AttributeValue key) {

        ManualLocks open() {
            try {
                return new ManualLocks(table, format);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        LockRequest.Builder request() {
            return LockRequest.forKey(key);
        }

        boolean rowsStay() {
            return format.layout().released() != null;
        }

        Optional<String> version(Map<String, AttributeValue> row) {
            return Optional.ofNullable(row.get(format.layout().version())).map(AttributeValue::s);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Variant> variants() {
        LockTable plain = LockTable.named("locks");
        SdkBytes bytes = SdkBytes.fromByteArray(new byte[] {0, -1, 7});
        return Stream.of(
                new Variant("key S", plain, RowFormat.DYNAMOLOCK, TEXT),
                new Variant(
                        "key N",
                        plain.partitionKey("id", ScalarAttributeType.N),
                        RowFormat.DYNAMOLOCK,
                        AttributeValue.fromN("42")),
                new Variant(
                        "key B",
                        plain.partitionKey("id", ScalarAttributeType.B),
                        RowFormat.DYNAMOLOCK,
                        AttributeValue.fromB(bytes)),
                new Variant("sort key S", plain.partitionKey("pk").sortKey("sk"), RowFormat.DYNAMOLOCK, TEXT),
                new Variant(
                        "sort key N",
                        plain.partitionKey("pk").sortKey("sk", AttributeValue.fromN("-1")),
                        RowFormat.DYNAMOLOCK,
                        TEXT),
                new Variant(
                        "sort key B",
                        plain.partitionKey("pk").sortKey("sk", AttributeValue.fromB(bytes)),
                        RowFormat.DYNAMOLOCK,
                        TEXT),
                new Variant(
                        "names with dots",
                        plain.partitionKey("lock.key").sortKey("lock.kind"),
                        RowFormat.DYNAMOLOCK,
                        TEXT),
                new Variant("AWS's rows", plain, RowFormat.AWS_LOCK_CLIENT, TEXT),
                new Variant("AWS's rows, sort key S", plain.sortKey("sk", "lock"), RowFormat.AWS_LOCK_CLIENT, TEXT),
                new Variant("distrlock's rows", plain.partitionKey("pk"), RowFormat.DISTRLOCK, TEXT),
                new Variant(
                        "distrlock's rows, key N, sort key S",
                        plain.partitionKey("pk", ScalarAttributeType.N).sortKey("sk"),
                        RowFormat.DISTRLOCK,
                        AttributeValue.fromN("42")));
    }

    private static CompletableFuture<LockHandle> ask(LockClient client, Variant variant, Duration wait) {
        return client.acquireAsync(variant.request().waitTime(wait).build());
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aLockIsGrantedRenewedAndReleasedAndOnlyThenGrantedToAnother(Variant variant) throws InterruptedException {
        try (ManualLocks manual = variant.open()) {
            LockClient holder = manual.newClient();
            LockClient other = manual.newClient();
            LockHandle lock = ManualLocks.take(holder, variant.request().build());
            Optional<String> first = variant.version(manual.row(variant.key()));
            assertThat(ask(other, variant, Duration.ZERO)).isCompletedExceptionally();
            LockInfo seen = other.find(variant.key()).orElseThrow();
            assertThat(seen.state()).isEqualTo(LockInfo.State.HELD);
            assertThat(seen.key()).isEqualTo(lock.key());
            assertThat(seen.leaseDuration()).isEqualTo(ManualLocks.LEASE);
            assertThat(holder.find(variant.key()).orElseThrow().state()).isEqualTo(LockInfo.State.HELD_BY_THIS_CLIENT);

            CompletableFuture<LockHandle> waiter = ask(other, variant, Duration.ofMinutes(5));
            manual.pass(ManualLocks.LEASE.multipliedBy(3));
            assertThat(waiter).isNotDone();
            assertThat(variant.version(manual.row(variant.key()))).isNotEqualTo(first);
            assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
            assertThat(manual.row(variant.key()).isEmpty()).isNotEqualTo(variant.rowsStay());
            manual.pass(Duration.ofSeconds(1));
            assertThat(ManualLocks.granted(waiter).isHeld()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void theRowOfADeadHolderIsTakenWithItsAttributesAndTheStaleHandleTouchesNothing(Variant variant)
            throws InterruptedException {
        try (ManualLocks manual = variant.open()) {
            LockHandle dead = ManualLocks.take(
                    manual.newClient(),
                    variant.request()
                            .withoutHeartbeat()
                            .attribute("team", ONE)
                            .data(AbstractLockClientTests.bytes("left"))
                            .build());
            CompletableFuture<LockHandle> waiter = ask(manual.newClient(), variant, Duration.ofMinutes(5));
            manual.pass(Duration.ofMillis(20_199));
            assertThat(waiter).isNotDone();
            manual.pass(Duration.ofMillis(1));
            LockHandle newer = ManualLocks.granted(waiter);
            assertThat(newer.attributes()).isEqualTo(Map.of("team", ONE));
            assertThat(newer.data()).contains(AbstractLockClientTests.bytes("left"));

            Map<String, AttributeValue> row = manual.row(variant.key());
            assertThat(dead.isHeld()).isFalse();
            assertThat(dead.release(ReleaseRequest.plain().withDelete(true))).isEqualTo(ReleaseResult.LOST);
            assertThatExceptionOfType(LockLostException.class).isThrownBy(dead::heartbeat);
            assertThat(manual.row(variant.key())).isEqualTo(row);
            manual.pass(Duration.ofMinutes(5));
            assertThat(newer.isHeld()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void tokensGrowOverReleasesDeletionsAndTakeovers(Variant variant) {
        try (ManualLocks manual = variant.open()) {
            LockClient locks = manual.newClient();
            List<Long> tokens = new ArrayList<>();
            for (int round = 0; round < 3; round++) {
                LockHandle kept = ManualLocks.take(locks, variant.request().build());
                kept.release();
                LockHandle deleted = ManualLocks.take(
                        locks, variant.request().deleteOnRelease().build());
                deleted.release();
                LockHandle dead = ManualLocks.take(
                        locks, variant.request().withoutHeartbeat().build());
                CompletableFuture<LockHandle> heir = ask(manual.newClient(), variant, Duration.ofMinutes(1));
                manual.pass(Duration.ofMinutes(1));
                LockHandle taken = ManualLocks.granted(heir);
                tokens.addAll(List.of(
                        kept.fencingToken(), deleted.fencingToken(), dead.fencingToken(), taken.fencingToken()));
                taken.release();
            }
            assertThat(tokens).isSorted().doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void whatOthersAddToTheRowStaysThroughRenewalReleaseAndTheNextAcquisition(Variant variant) {
        try (ManualLocks manual = variant.open()) {
            LockClient locks = manual.newClient();
            LockHandle lock = ManualLocks.take(locks, variant.request().build());
            Map<String, AttributeValue> row = new HashMap<>(manual.row(variant.key()));
            row.put("note", ONE);
            manual.put(variant.key(), row);
            manual.pass(Duration.ofMinutes(1));
            assertThat(manual.row(variant.key())).containsEntry("note", ONE);
            lock.release();
            if (variant.rowsStay()) {
                assertThat(manual.row(variant.key())).containsEntry("note", ONE);
                LockHandle next = ManualLocks.take(
                        locks, variant.request().attribute("more", ONE).build());
                assertThat(next.attributes()).isEqualTo(Map.of("note", ONE, "more", ONE));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void lostRepliesToAcquisitionRenewalAndReleaseLoseNothing(Variant variant) {
        try (ManualLocks manual = variant.open()) {
            LockClient locks = manual.newClient();
            manual.dynamo.faults().on("UpdateItem").times(1).loseReply();
            CompletableFuture<LockHandle> asked = ask(locks, variant, Duration.ofSeconds(1));
            manual.pass(Duration.ofMillis(100));
            LockHandle lock = ManualLocks.granted(asked);
            for (int round = 0; round < 5; round++) {
                manual.dynamo.faults().on("UpdateItem").times(1).loseReply();
                manual.pass(ManualLocks.HEARTBEAT);
            }
            assertThat(lock.isHeld()).isTrue();
            manual.dynamo.faults().on("UpdateItem", "DeleteItem").times(1).loseReply();
            assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
            ManualLocks.take(manual.newClient(), variant.request().build());
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aRowThatIsDeletedIsALossAndTheNextAcquisitionStartsAfresh(Variant variant) {
        try (ManualLocks manual = variant.open()) {
            LockHandle lock =
                    ManualLocks.take(manual.newClient(), variant.request().build());
            manual.deleteRow(variant.key());
            manual.pass(ManualLocks.HEARTBEAT);
            assertThat(lock.isHeld()).isFalse();
            assertThat(lock.lost().toCompletableFuture().getNow(null).reason()).isEqualTo(LockLoss.Reason.DELETED);
            assertThat(lock.release()).isEqualTo(ReleaseResult.LOST);
            ManualLocks.take(manual.newClient(), variant.request().build());
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void transactionsAreGuardedByTheRowWhateverItsKeys(Variant variant) {
        try (ManualLocks manual = variant.open()) {
            LockHandle lock = ManualLocks.take(
                    manual.newClient(), variant.request().withoutHeartbeat().build());
            TransactWriteItem guard = TransactionGuards.check(lock);
            manual.pass(Duration.ofSeconds(15));
            RenewingGuard renewing = TransactionGuards.renewing(lock);
            renewing.execute(
                    manual.dynamo.client(), TransactWriteItemsRequest.builder().build());
            assertThat(lock.remainingLease()).isEqualTo(Duration.ofSeconds(18));
            manual.dynamo.client().transactWriteItems(write -> write.transactItems(guard));

            lock.release();
            assertThatExceptionOfType(TransactionCanceledException.class)
                    .isThrownBy(() -> manual.dynamo.client().transactWriteItems(write -> write.transactItems(guard)));
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void theNamesOfTheKeysAndOfTheLocksAttributesAreRefusedBeforeAnyCall(Variant variant) {
        try (ManualLocks manual = variant.open()) {
            LockClient locks = manual.newClient();
            manual.dynamo.calls().reset();
            List<String> names = new ArrayList<>(
                    manual.table.keys().primaryKey(variant.key()).keySet());
            names.addAll(variant.format().layout().ownNames());
            for (String name : names) {
                LockRequest request = variant.request().attribute(name, ONE).build();
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> locks.acquireAsync(request))
                        .withMessageContaining(name);
            }
            assertThat(manual.dynamo.calls().total()).isZero();
        }
    }
}

package io.github.dynamolock.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

class LockRowsTests {

    private static final TableKeys KEYS = new TableKeys("locks", "key", ScalarAttributeType.S, null, null);
    private static final AttributeValue KEY = AttributeValue.fromS("campaign:42");
    private static final Duration TIMEOUT = Duration.ofSeconds(6);

    /** A row whose holder is somebody else. */
    private static final Map<String, AttributeValue> FOREIGN_HOLD = row("other:0000000004");

    static final List<RowLayout> LAYOUTS =
            List.of(RowLayout.DYNAMOLOCK, RowLayout.AWS_LOCK_CLIENT, RowLayout.DISTRLOCK);

    private final RecordingDynamoDb dynamoDb = new RecordingDynamoDb();

    private LockRows rows(RowLayout layout) {
        return new LockRows(dynamoDb, KEYS, layout, TIMEOUT);
    }

    private static Map<String, AttributeValue> row(String version) {
        return Map.of(
                "key", KEY,
                "ownerName", AttributeValue.fromS("orders-2"),
                "leaseDuration", AttributeValue.fromS("20s"),
                "recordVersionNumber", AttributeValue.fromS(version),
                "lockId", AttributeValue.fromS(version),
                "timeout", AttributeValue.fromN("20000000000"),
                "fencingToken", AttributeValue.fromN("8"));
    }

    private static Acquire acquire(@Nullable SdkBytes data, boolean replaceData) {
        return new Acquire(
                KEY,
                "hold",
                "orders-1",
                Duration.ofSeconds(20),
                data,
                replaceData,
                new TreeMap<>(Map.of("tenant", AttributeValue.fromS("a"))),
                1_700_000_000_000L);
    }

    private static String condition(UpdateItemRequest update) {
        return RecordingDynamoDb.resolve(
                update.conditionExpression(), update.expressionAttributeNames(), update.expressionAttributeValues());
    }

    private static String effect(UpdateItemRequest update) {
        return RecordingDynamoDb.resolve(
                update.updateExpression(), update.expressionAttributeNames(), update.expressionAttributeValues());
    }

    private static void assertLimited(Optional<AwsRequestOverrideConfiguration> limits, Duration timeout) {
        AwsRequestOverrideConfiguration present = limits.orElseThrow();
        assertThat(present.apiCallTimeout()).hasValue(timeout);
        assertThat(present.apiCallAttemptTimeout()).hasValue(timeout.dividedBy(CallLimits.ATTEMPTS));
        assertThat(present.plugins()).hasSize(1);
    }

    private static void assertWellFormed(UpdateItemRequest update) {
        assertThat(update.tableName()).isEqualTo("locks");
        assertThat(update.key()).isEqualTo(Map.of("key", KEY));
        assertThat(update.returnValues()).isEqualTo(ReturnValue.ALL_NEW);
        assertThat(update.returnValuesOnConditionCheckFailure()).isEqualTo(ReturnValuesOnConditionCheckFailure.ALL_OLD);
        assertLimited(update.overrideConfiguration(), TIMEOUT);
    }

    // What is sent

    @Test
    void takesAFreeRow() {
        dynamoDb.answer(row("hold:0000000000"));
        rows(RowLayout.DYNAMOLOCK).acquireFree(acquire(null, false));
        UpdateItemRequest update = dynamoDb.onlyUpdate();
        assertWellFormed(update);
        assertThat(condition(update))
                .isEqualTo("attribute_not_exists(key) OR (attribute_exists(isReleased)"
                        + " AND attribute_type(recordVersionNumber, S(S)))");
        assertThat(effect(update))
                .isEqualTo("SET ownerName = S(orders-1), leaseDuration = S(20s),"
                        + " recordVersionNumber = S(hold:0000000000),"
                        + " fencingToken = if_not_exists(fencingToken, N(1700000000000)) + N(1), tenant = S(a)"
                        + " REMOVE expiresAt, isReleased");
    }

    @Test
    void takesAFreeRowAsTheAwsClientDoes() {
        dynamoDb.answer(row("hold:0000000000"));
        rows(RowLayout.AWS_LOCK_CLIENT).acquireFree(acquire(null, false));
        assertThat(effect(dynamoDb.onlyUpdate()))
                .isEqualTo("SET ownerName = S(orders-1), leaseDuration = S(20000),"
                        + " recordVersionNumber = S(hold:0000000000),"
                        + " fencingToken = if_not_exists(fencingToken, N(1700000000000)) + N(1), tenant = S(a)"
                        + " REMOVE expiresAt, isReleased");
    }

    @Test
    void takesAFreeRowAsDistrlockDoes() {
        dynamoDb.answer(row("hold:0000000000"));
        rows(RowLayout.DISTRLOCK).acquireFree(acquire(null, false));
        UpdateItemRequest update = dynamoDb.onlyUpdate();
        assertThat(condition(update)).isEqualTo("attribute_not_exists(key)");
        assertThat(effect(update))
                .isEqualTo("SET ownerName = S(orders-1), timeout = N(20000000000), lockId = S(hold:0000000000),"
                        + " fencingToken = if_not_exists(fencingToken, N(1700000000000)) + N(1), tenant = S(a)"
                        + " REMOVE expiresAt");
    }

    @Test
    void givenDataIsStoredUnlessThereIsSome() {
        dynamoDb.answer(row("hold:0000000000"));
        rows(RowLayout.DYNAMOLOCK).acquireFree(acquire(SdkBytes.fromUtf8String("mine"), false));
        assertThat(effect(dynamoDb.onlyUpdate())).contains(", data = if_not_exists(data, B(mine)), tenant");
    }

    @Test
    void replacingDataIsStoredWhateverThereIs() {
        dynamoDb.answer(row("hold:0000000000"));
        rows(RowLayout.DYNAMOLOCK).acquireFree(acquire(SdkBytes.fromUtf8String("mine"), true));
        assertThat(effect(dynamoDb.onlyUpdate())).contains(", data = B(mine), tenant");
    }

    @Test
    void replacingDataByNothingRemovesIt() {
        dynamoDb.answer(row("hold:0000000000"));
        rows(RowLayout.DYNAMOLOCK).acquireFree(acquire(null, true));
        assertThat(effect(dynamoDb.onlyUpdate())).endsWith(" REMOVE expiresAt, data, isReleased");
    }

    @Test
    void takesOverTheObservedVersionWithTheSameEffect() {
        dynamoDb.answer(row("hold:0000000000")).answer(row("hold:0000000000"));
        rows(RowLayout.DYNAMOLOCK).acquireFree(acquire(null, false));
        rows(RowLayout.DYNAMOLOCK).takeOver(acquire(null, false), "other:0000000004");
        UpdateItemRequest free = (UpdateItemRequest) dynamoDb.requests().get(0);
        UpdateItemRequest takeOver = (UpdateItemRequest) dynamoDb.requests().get(1);
        assertWellFormed(takeOver);
        assertThat(condition(takeOver)).isEqualTo("recordVersionNumber = S(other:0000000004)");
        assertThat(effect(takeOver)).isEqualTo(effect(free));
    }

    @Test
    void handsARowOverFromTheHoldThatEndsWithTheSameEffect() {
        dynamoDb.answer(row("hold:0000000000"));
        rows(RowLayout.DYNAMOLOCK).handOver(acquire(null, false), "former", 6);
        UpdateItemRequest update = dynamoDb.onlyUpdate();
        assertWellFormed(update);
        assertThat(condition(update))
                .isEqualTo("begins_with(recordVersionNumber, S(former:)) AND attribute_not_exists(isReleased)"
                        + " AND fencingToken = N(6)");
        assertThat(effect(update)).contains("recordVersionNumber = S(hold:0000000000)");
    }

    @ParameterizedTest
    @FieldSource("LAYOUTS")
    void raisesTheTokenOfAHoldAndNothingElse(RowLayout layout) {
        dynamoDb.answer(row("hold:0000000000"));
        rows(layout).raiseToken(KEY, "hold", 1_700_000_000_009L);
        UpdateItemRequest update = dynamoDb.onlyUpdate();
        assertWellFormed(update);
        assertThat(condition(update))
                .isEqualTo("begins_with(" + layout.version() + ", S(hold:))"
                        + (layout.released() == null ? "" : " AND attribute_not_exists(isReleased)")
                        + " AND fencingToken < N(1700000000009)");
        assertThat(effect(update)).isEqualTo("SET fencingToken = N(1700000000009)");
    }

    @Test
    void renewsByMovingTheCounterOn() {
        dynamoDb.answer(row("hold:0000000003"));
        rows(RowLayout.DYNAMOLOCK).renew(KEY, new Renew("hold", 7, 3, Duration.ofSeconds(20)), null, false);
        UpdateItemRequest update = dynamoDb.onlyUpdate();
        assertWellFormed(update);
        assertThat(condition(update))
                .isEqualTo("recordVersionNumber BETWEEN S(hold:0000000000) AND S(hold:0000000002)"
                        + " AND attribute_not_exists(isReleased) AND fencingToken = N(7)");
        assertThat(effect(update)).isEqualTo("SET recordVersionNumber = S(hold:0000000003), leaseDuration = S(20s)");
    }

    @Test
    void aRenewalChangesDataOnlyWhenAsked() {
        dynamoDb.answer(row("hold:0000000001")).answer(row("hold:0000000002"));
        LockRows rows = rows(RowLayout.DYNAMOLOCK);
        rows.renew(KEY, new Renew("hold", 7, 1, Duration.ofSeconds(20)), SdkBytes.fromUtf8String("new"), false);
        rows.renew(KEY, new Renew("hold", 7, 2, Duration.ofSeconds(20)), null, true);
        assertThat(effect((UpdateItemRequest) dynamoDb.requests().get(0))).endsWith(", data = B(new)");
        assertThat(effect((UpdateItemRequest) dynamoDb.requests().get(1))).endsWith(" REMOVE data");
    }

    @Test
    void aReleaseMarksTheRowAndKeepsItsVersionOwnerAndToken() {
        dynamoDb.answer(row("hold:0000000003"));
        rows(RowLayout.DYNAMOLOCK).release(KEY, "hold", null, null);
        UpdateItemRequest update = dynamoDb.onlyUpdate();
        assertWellFormed(update);
        assertThat(condition(update))
                .isEqualTo("begins_with(recordVersionNumber, S(hold:)) AND attribute_not_exists(isReleased)");
        assertThat(effect(update)).isEqualTo("SET isReleased = S(1)");
    }

    @Test
    void aReleaseLeavesDataAndAnEndForTimeToLiveWhenAsked() {
        dynamoDb.answer(row("hold:0000000003"));
        rows(RowLayout.DYNAMOLOCK).release(KEY, "hold", SdkBytes.fromUtf8String("left"), 1_800_000_000L);
        assertThat(effect(dynamoDb.onlyUpdate()))
                .isEqualTo("SET isReleased = S(1), data = B(left), expiresAt = N(1800000000)");
    }

    @ParameterizedTest
    @FieldSource("LAYOUTS")
    void aDeletingReleaseIsJustAsConditional(RowLayout layout) {
        dynamoDb.answer(Map.of());
        WriteResult result = rows(layout).releaseAndDelete(KEY, "hold");
        DeleteItemRequest delete = dynamoDb.onlyDelete();
        assertThat(result).isEqualTo(new WriteResult.Applied(null));
        assertThat(delete.tableName()).isEqualTo("locks");
        assertThat(delete.key()).isEqualTo(Map.of("key", KEY));
        assertThat(delete.returnValuesOnConditionCheckFailure()).isEqualTo(ReturnValuesOnConditionCheckFailure.ALL_OLD);
        assertThat(RecordingDynamoDb.resolve(
                        delete.conditionExpression(),
                        delete.expressionAttributeNames(),
                        delete.expressionAttributeValues()))
                .startsWith("begins_with(" + layout.version() + ", S(hold:))");
        assertLimited(delete.overrideConfiguration(), TIMEOUT);
    }

    @Test
    void whereRowsDoNotStayAReleaseDeletes() {
        dynamoDb.answer(Map.of());
        rows(RowLayout.DISTRLOCK).release(KEY, "hold", SdkBytes.fromUtf8String("left"), 1_800_000_000L);
        assertThat(dynamoDb.onlyDelete().key()).isEqualTo(Map.of("key", KEY));
    }

    @Test
    void readsStronglyAndWithinLimits() {
        dynamoDb.answer(FOREIGN_HOLD).answer(Map.of());
        LockRows rows = rows(RowLayout.DYNAMOLOCK);
        assertThat(rows.read(KEY).orElseThrow().version()).isEqualTo("other:0000000004");
        assertThat(rows.read(KEY)).isEmpty();
        GetItemRequest get = (GetItemRequest) dynamoDb.requests().get(0);
        assertThat(get.tableName()).isEqualTo("locks");
        assertThat(get.key()).isEqualTo(Map.of("key", KEY));
        assertThat(get.consistentRead()).isTrue();
        assertLimited(get.overrideConfiguration(), TIMEOUT);
    }

    @Test
    void freesExactlyTheVersionThatWasSeenInTheNameOfWhoFreesIt() {
        dynamoDb.answer(row("force:0000000000"));
        rows(RowLayout.DYNAMOLOCK).releaseObserved(KEY, "other:0000000004", "force:0000000000", "ops", 1_700L);
        UpdateItemRequest update = dynamoDb.onlyUpdate();
        assertWellFormed(update);
        assertThat(condition(update))
                .isEqualTo("recordVersionNumber = S(other:0000000004) AND attribute_not_exists(isReleased)");
        assertThat(effect(update))
                .isEqualTo("SET ownerName = S(ops), recordVersionNumber = S(force:0000000000),"
                        + " fencingToken = if_not_exists(fencingToken, N(1700)) + N(1), isReleased = S(1)");
    }

    @Test
    void deletesExactlyTheVersionThatWasSeenWhereReleasesDelete() {
        dynamoDb.answer(Map.of());
        rows(RowLayout.DISTRLOCK).releaseObserved(KEY, "other:0000000004", "force:0000000000", "ops", 1_700L);
        DeleteItemRequest delete = dynamoDb.onlyDelete();
        assertThat(delete.key()).isEqualTo(Map.of("key", KEY));
        assertThat(RecordingDynamoDb.resolve(
                        delete.conditionExpression(),
                        delete.expressionAttributeNames(),
                        delete.expressionAttributeValues()))
                .isEqualTo("lockId = S(other:0000000004)");
        assertThat(delete.returnValuesOnConditionCheckFailure()).isEqualTo(ReturnValuesOnConditionCheckFailure.ALL_OLD);
        assertLimited(delete.overrideConfiguration(), TIMEOUT);
    }

    @Test
    void aLockOfAShorterLeaseGetsShorterCalls() {
        dynamoDb.answer(row("hold:0000000001"));
        rows(RowLayout.DYNAMOLOCK)
                .within(Duration.ofSeconds(3))
                .renew(KEY, new Renew("hold", 7, 1, Duration.ofSeconds(9)), null, false);
        assertLimited(dynamoDb.onlyUpdate().overrideConfiguration(), Duration.ofSeconds(3));
    }

    @Test
    void theSortKeysValueIsPartOfEveryKey() {
        AttributeValue sort = AttributeValue.fromS("##LOCK##");
        TableKeys keys = new TableKeys("orders", "pk", ScalarAttributeType.S, "sk", sort);
        dynamoDb.answer(row("hold:0000000003"));
        new LockRows(dynamoDb, keys, RowLayout.DYNAMOLOCK, TIMEOUT).release(KEY, "hold", null, null);
        assertThat(dynamoDb.onlyUpdate().key()).isEqualTo(Map.of("pk", KEY, "sk", sort));
    }

    @Test
    void aUsersAttributeMayHaveAnyName() {
        dynamoDb.answer(row("hold:0000000000"));
        Acquire odd = new Acquire(
                KEY,
                "hold",
                "orders-1",
                Duration.ofSeconds(20),
                null,
                false,
                Map.of("a.b[0] = :v1, size", AttributeValue.fromS("odd")),
                1);
        rows(RowLayout.DYNAMOLOCK).acquireFree(odd);
        UpdateItemRequest update = dynamoDb.onlyUpdate();
        assertThat(update.updateExpression()).doesNotContain("size");
        assertThat(update.expressionAttributeNames()).containsValue("a.b[0] = :v1, size");
    }

    // What comes back

    @Test
    void anAppliedWriteBringsTheNewRow() {
        dynamoDb.answer(row("hold:0000000000"));
        WriteResult result = rows(RowLayout.DYNAMOLOCK).acquireFree(acquire(null, false));
        assertThat(result)
                .isInstanceOfSatisfying(
                        WriteResult.Applied.class,
                        applied -> assertThat(applied.row())
                                .extracting(LockRow::version, LockRow::fencingToken)
                                .containsExactly("hold:0000000000", 8L));
    }

    @Test
    void aRefusedWriteBringsTheRowThatRefusedWithoutAnotherCall() {
        dynamoDb.refuse(FOREIGN_HOLD);
        WriteResult result = rows(RowLayout.DYNAMOLOCK).acquireFree(acquire(null, false));
        assertThat(result).isInstanceOfSatisfying(WriteResult.Refused.class, refused -> {
            assertThat(refused.row()).extracting(LockRow::version).isEqualTo("other:0000000004");
            assertThat(refused.sentBefore()).isFalse();
        });
        assertThat(dynamoDb.requests()).hasSize(1);
    }

    @Test
    void aRefusalOfALaterAttemptSaysThatTheWriteWasSentBefore() {
        dynamoDb.fail(RecordingDynamoDb.refusal(FOREIGN_HOLD, 2));
        assertThat(rows(RowLayout.DYNAMOLOCK).release(KEY, "hold", null, null))
                .isInstanceOfSatisfying(
                        WriteResult.Refused.class,
                        refused -> assertThat(refused.sentBefore()).isTrue());
    }

    @Test
    void aRefusalWithoutARowIsFollowedByOneStrongRead() {
        dynamoDb.refuseWithoutRow().answer(FOREIGN_HOLD);
        WriteResult result = rows(RowLayout.DYNAMOLOCK).acquireFree(acquire(null, false));
        assertThat(result)
                .isInstanceOfSatisfying(
                        WriteResult.Refused.class,
                        refused -> assertThat(refused.row())
                                .extracting(LockRow::version)
                                .isEqualTo("other:0000000004"));
        assertThat(dynamoDb.requests()).hasSize(2);
        assertThat(((GetItemRequest) dynamoDb.requests().get(1)).consistentRead())
                .isTrue();
    }

    @Test
    void aRefusalByNoRowAtAllSaysSo() {
        dynamoDb.refuseWithoutRow().answer(Map.of());
        assertThat(rows(RowLayout.DYNAMOLOCK).release(KEY, "hold", null, null))
                .isEqualTo(new WriteResult.Refused(null, false));
    }

    @Test
    void aRefusalWhoseReadGetsNoAnswerTellsNothing() {
        ApiCallTimeoutException timeout = ApiCallTimeoutException.create(6_000);
        dynamoDb.refuseWithoutRow().fail(timeout);
        assertThat(rows(RowLayout.DYNAMOLOCK).acquireFree(acquire(null, false)))
                .isEqualTo(new WriteResult.Unknown(timeout));
    }

    @Test
    void aRefusalWhoseReadIsNotAllowedIsAFailure() {
        dynamoDb.refuseWithoutRow().fail(ResourceNotFoundException.builder().build());
        assertThatThrownBy(() -> rows(RowLayout.DYNAMOLOCK).acquireFree(acquire(null, false)))
                .isInstanceOf(ResourceNotFoundException.class);
    }

    @Test
    void aPassingFailureIsAThirdOutcomeForEveryKindOfWrite() {
        LockRows rows = rows(RowLayout.DYNAMOLOCK);
        ApiCallTimeoutException timeout = ApiCallTimeoutException.create(6_000);
        WriteResult unknown = new WriteResult.Unknown(timeout);
        for (int i = 0; i < 7; i++) {
            dynamoDb.fail(timeout);
        }
        assertThat(rows.acquireFree(acquire(null, false))).isEqualTo(unknown);
        assertThat(rows.takeOver(acquire(null, false), "v")).isEqualTo(unknown);
        assertThat(rows.handOver(acquire(null, false), "former", 6)).isEqualTo(unknown);
        assertThat(rows.renew(KEY, new Renew("hold", 7, 1, TIMEOUT), null, false))
                .isEqualTo(unknown);
        assertThat(rows.release(KEY, "hold", null, null)).isEqualTo(unknown);
        assertThat(rows.releaseAndDelete(KEY, "hold")).isEqualTo(unknown);
        assertThat(rows.releaseObserved(KEY, "seen", "freed", "ops", 1)).isEqualTo(unknown);
    }

    @Test
    void whatSomebodyHasToMendIsThrown() {
        dynamoDb.fail(ResourceNotFoundException.builder().build());
        assertThatThrownBy(() -> rows(RowLayout.DYNAMOLOCK).acquireFree(acquire(null, false)))
                .isInstanceOf(ResourceNotFoundException.class);
    }

    @Test
    void aFailedReadIsThrownWhateverItWas() {
        dynamoDb.fail(ApiCallTimeoutException.create(6_000));
        assertThatThrownBy(() -> rows(RowLayout.DYNAMOLOCK).read(KEY)).isInstanceOf(ApiCallTimeoutException.class);
    }

    @Test
    void aForgedHoldIdIsComparedAsTextAndNotAsAnExpression() {
        dynamoDb.answer(row("hold:0000000000"));
        rows(RowLayout.DYNAMOLOCK).takeOver(acquire(null, false), "x OR attribute_exists(#n0)");
        assertThat(dynamoDb.onlyUpdate().conditionExpression()).doesNotContain("OR");
    }
}

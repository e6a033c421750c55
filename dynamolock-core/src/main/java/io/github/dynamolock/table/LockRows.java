package io.github.dynamolock.table;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The lock table: one DynamoDB call per method, each write one of {@link Updates} under one of
 * {@link Conditions}. Blocks. Thread-safe. Internal.
 *
 * <p>The SDK may send a request more than once within a call. So a refused condition says only that the last attempt was
 * refused; the row that comes with it shows whether an earlier one was applied.
 */
public final class LockRows {

    private final TableCalls calls;
    private final TableKeys keys;
    private final RowLayout layout;
    private final Conditions conditions;
    private final Updates updates;
    private final LockRowReader reader;
    private final AwsRequestOverrideConfiguration limits;

    /** The rows of a table, each call within this time. */
    public LockRows(DynamoDbClient dynamoDb, TableKeys keys, RowLayout layout, Duration callTimeout) {
        this.calls = new TableCalls(dynamoDb, (lockName, operation, failure) -> {}, null);
        this.keys = keys;
        this.layout = layout;
        this.conditions = new Conditions(keys, layout);
        this.updates = new Updates(layout);
        this.reader = new LockRowReader(keys, layout);
        this.limits = CallLimits.within(callTimeout);
    }

    private LockRows(LockRows same, TableCalls calls, AwsRequestOverrideConfiguration limits) {
        this.calls = calls;
        this.keys = same.keys;
        this.layout = same.layout;
        this.conditions = same.conditions;
        this.updates = same.updates;
        this.reader = same.reader;
        this.limits = limits;
    }

    /** The same rows, each call within another time. */
    public LockRows within(Duration callTimeout) {
        return new LockRows(this, calls, CallLimits.within(callTimeout));
    }

    /** The same rows, with a listener that is told of each request. */
    public LockRows toldTo(RequestListener listener) {
        return new LockRows(this, new TableCalls(calls.dynamoDb(), listener, calls.lockName()), limits);
    }

    /** The same rows, for requests that are told of with the name of a lock. */
    public LockRows named(String lockName) {
        return new LockRows(this, new TableCalls(calls.dynamoDb(), calls.listener(), lockName), limits);
    }

    /** Takes a row that does not exist or is released. */
    public WriteResult acquireFree(Acquire acquire) {
        Expression e = new Expression();
        return acquire(acquire, e, conditions.free(e));
    }

    /** Takes a row whose holder has not renewed it for its whole lease: exactly the version that was observed. */
    public WriteResult takeOver(Acquire acquire, String observedVersion) {
        Expression e = new Expression();
        return acquire(acquire, e, conditions.observed(e, observedVersion));
    }

    /** Takes the row of a hold of this same process that ends with it. */
    public WriteResult handOver(Acquire acquire, String formerHoldId, long formerToken) {
        Expression e = new Expression();
        return acquire(acquire, e, conditions.granted(e, formerHoldId, formerToken));
    }

    private WriteResult acquire(Acquire acquire, Expression e, String condition) {
        return update(acquire.key(), e, condition, updates.acquire(e, acquire));
    }

    /** Raises the token in the row of a hold to a greater one; sent again, or late, it changes nothing more. */
    public WriteResult raiseToken(AttributeValue key, String holdId, long token) {
        Expression e = new Expression();
        String condition = conditions.heldWithLess(e, holdId, token);
        return update(key, e, condition, updates.token(e, token));
    }

    /**
     * Renews a hold by moving its counter on.
     *
     * @param data payload to write, or null to leave it
     * @param deleteData whether to remove the payload
     */
    public WriteResult renew(AttributeValue key, Renew renew, @Nullable SdkBytes data, boolean deleteData) {
        Expression e = new Expression();
        String condition = conditions.grantedBelow(e, renew);
        return update(key, e, condition, updates.renewal(e, renew) + updates.data(e, data, deleteData));
    }

    /**
     * Marks the row of a hold as released and keeps it.
     *
     * @param data payload to leave, or null to leave what is there
     * @param expiresAt epoch seconds after which DynamoDB may delete the row, or null for never
     */
    public WriteResult release(AttributeValue key, String holdId, @Nullable SdkBytes data, @Nullable Long expiresAt) {
        if (layout.released() == null) {
            return releaseAndDelete(key, holdId);
        }
        Expression e = new Expression();
        String condition = conditions.held(e, holdId);
        return update(key, e, condition, updates.release(e, data, expiresAt));
    }

    /** Deletes the row of a hold. */
    public WriteResult releaseAndDelete(AttributeValue key, String holdId) {
        Expression e = new Expression();
        return delete(key, e, conditions.held(e, holdId));
    }

    /**
     * Frees exactly the version that was observed, whoever holds it, as if it had been taken over and released at once:
     * whatever its holder sends from now on is refused. Where releases delete rows, it is deleted.
     *
     * @param freedVersion the version to leave in the row
     * @param ownerName the owner to leave in the row: who freed it
     * @param tokenSeed where tokens of a row begin that has none
     */
    public WriteResult releaseObserved(
            AttributeValue key, String observedVersion, String freedVersion, String ownerName, long tokenSeed) {
        Expression e = new Expression();
        String condition = conditions.observedHeld(e, observedVersion);
        if (layout.released() == null) {
            return delete(key, e, condition);
        }
        return update(key, e, condition, updates.releaseObserved(e, freedVersion, ownerName, tokenSeed));
    }

    private WriteResult delete(AttributeValue key, Expression e, String condition) {
        DeleteItemRequest request = DeleteItemRequest.builder()
                .tableName(keys.table())
                .key(keys.primaryKey(key))
                .conditionExpression(condition)
                .expressionAttributeNames(e.names())
                .expressionAttributeValues(e.values())
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .overrideConfiguration(limits)
                .build();
        return write(key, () -> {
            DeleteItemResponse unused = calls.delete(request);
            return new WriteResult.Applied(null);
        });
    }

    /** A condition for a transaction: the row is held under this hold id, by the grant of this token. */
    public TransactWriteItem check(AttributeValue key, String holdId, long token) {
        Expression e = new Expression();
        String condition = conditions.granted(e, holdId, token);
        return TransactWriteItem.builder()
                .conditionCheck(check -> check.tableName(keys.table())
                        .key(keys.primaryKey(key))
                        .conditionExpression(condition)
                        .expressionAttributeNames(e.names())
                        .expressionAttributeValues(e.values())
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                .build();
    }

    /** A renewal for a transaction, as {@link #renew} sends it. */
    public TransactWriteItem renewal(AttributeValue key, Renew renew) {
        Expression e = new Expression();
        String condition = conditions.grantedBelow(e, renew);
        String update = updates.renewal(e, renew);
        return TransactWriteItem.builder()
                .update(write -> write.tableName(keys.table())
                        .key(keys.primaryKey(key))
                        .conditionExpression(condition)
                        .updateExpression(update)
                        .expressionAttributeNames(e.names())
                        .expressionAttributeValues(e.values())
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                .build();
    }

    /** The row in an item. */
    public LockRow row(Map<String, AttributeValue> item) {
        return reader.read(item);
    }

    /** Reads the row, strongly. What the SDK throws is thrown. */
    public Optional<LockRow> read(AttributeValue key) {
        GetItemRequest request = GetItemRequest.builder()
                .tableName(keys.table())
                .key(keys.primaryKey(key))
                .consistentRead(true)
                .overrideConfiguration(limits)
                .build();
        Map<String, AttributeValue> item = calls.get(request).item();
        return item.isEmpty() ? Optional.empty() : Optional.of(reader.read(item));
    }

    private WriteResult update(AttributeValue key, Expression e, String condition, String update) {
        UpdateItemRequest request = UpdateItemRequest.builder()
                .tableName(keys.table())
                .key(keys.primaryKey(key))
                .conditionExpression(condition)
                .updateExpression(update)
                .expressionAttributeNames(e.names())
                .expressionAttributeValues(e.values())
                .returnValues(ReturnValue.ALL_NEW)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .overrideConfiguration(limits)
                .build();
        return write(
                key,
                () -> new WriteResult.Applied(reader.read(calls.update(request).attributes())));
    }

    private WriteResult write(AttributeValue key, Supplier<WriteResult> call) {
        try {
            return call.get();
        } catch (ConditionalCheckFailedException e) {
            return refused(key, e);
        } catch (RuntimeException e) {
            if (Failures.isPassing(e)) {
                return new WriteResult.Unknown(e);
            }
            throw e;
        }
    }

    /** Some emulators send no item with the failure, and neither does DynamoDB when there is none: then one read tells. */
    private WriteResult refused(AttributeValue key, ConditionalCheckFailedException failure) {
        Integer attempts = failure.numAttempts();
        boolean sentBefore = attempts != null && attempts > 1;
        if (failure.hasItem() && !failure.item().isEmpty()) {
            return new WriteResult.Refused(reader.read(failure.item()), sentBefore);
        }
        try {
            return new WriteResult.Refused(read(key).orElse(null), sentBefore);
        } catch (RuntimeException e) {
            if (Failures.isPassing(e)) {
                return new WriteResult.Unknown(e);
            }
            throw e;
        }
    }
}

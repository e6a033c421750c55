package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.expression.CompiledUpdate;
import io.github.dynamolock.local.value.Errors;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** PutItem, UpdateItem and DeleteItem. */
final class ItemWriter {
    private final Writes writes;

    ItemWriter(Writes writes) {
        this.writes = writes;
    }

    PutItemResponse put(PutItemRequest request) {
        Rules.capacity(request.returnConsumedCapacity(), request.returnConsumedCapacityAsString());
        Rules.metrics(request.returnItemCollectionMetrics(), request.returnItemCollectionMetricsAsString());
        Rules.onFailure(
                request.returnValuesOnConditionCheckFailure(), request.returnValuesOnConditionCheckFailureAsString());
        allOldOrNone(request.returnValues(), request.returnValuesAsString());
        Write write = writes.put(
                        request.tableName(),
                        Rules.required("item", request.hasItem(), request.item()),
                        request.conditionExpression(),
                        new Statement(
                                request.hasExpressionAttributeNames() ? request.expressionAttributeNames() : null,
                                request.hasExpressionAttributeValues() ? request.expressionAttributeValues() : null,
                                "ConditionExpression is null"),
                        wantsItem(request.returnValuesOnConditionCheckFailure()))
                .get();
        Write.Outcome outcome = write.run();
        PutItemResponse.Builder response = PutItemResponse.builder()
                .consumedCapacity(Capacity.of(request.returnConsumedCapacity())
                        .write(write.table(), outcome.before(), outcome.after())
                        .total())
                .itemCollectionMetrics(ItemCollections.of(request.returnItemCollectionMetrics(), write, outcome));
        if (request.returnValues() == ReturnValue.ALL_OLD && outcome.before() != null) {
            response.attributes(outcome.before().attributes());
        }
        return response.build();
    }

    DeleteItemResponse delete(DeleteItemRequest request) {
        Rules.capacity(request.returnConsumedCapacity(), request.returnConsumedCapacityAsString());
        Rules.metrics(request.returnItemCollectionMetrics(), request.returnItemCollectionMetricsAsString());
        Rules.onFailure(
                request.returnValuesOnConditionCheckFailure(), request.returnValuesOnConditionCheckFailureAsString());
        allOldOrNone(request.returnValues(), request.returnValuesAsString());
        Write write = writes.delete(
                        request.tableName(),
                        Rules.required("key", request.hasKey(), request.key()),
                        request.conditionExpression(),
                        new Statement(
                                request.hasExpressionAttributeNames() ? request.expressionAttributeNames() : null,
                                request.hasExpressionAttributeValues() ? request.expressionAttributeValues() : null,
                                "ConditionExpression is null"),
                        wantsItem(request.returnValuesOnConditionCheckFailure()))
                .get();
        Write.Outcome outcome = write.run();
        DeleteItemResponse.Builder response = DeleteItemResponse.builder()
                .consumedCapacity(Capacity.of(request.returnConsumedCapacity())
                        .write(write.table(), outcome.before(), outcome.after())
                        .total())
                .itemCollectionMetrics(ItemCollections.of(request.returnItemCollectionMetrics(), write, outcome));
        if (request.returnValues() == ReturnValue.ALL_OLD && outcome.before() != null) {
            response.attributes(outcome.before().attributes());
        }
        return response.build();
    }

    UpdateItemResponse update(UpdateItemRequest request) {
        Rules.capacity(request.returnConsumedCapacity(), request.returnConsumedCapacityAsString());
        Rules.metrics(request.returnItemCollectionMetrics(), request.returnItemCollectionMetricsAsString());
        Rules.onFailure(
                request.returnValuesOnConditionCheckFailure(), request.returnValuesOnConditionCheckFailureAsString());
        Rules.returnValues(request.returnValues(), request.returnValuesAsString());
        Statement statement = new Statement(
                request.hasExpressionAttributeNames() ? request.expressionAttributeNames() : null,
                request.hasExpressionAttributeValues() ? request.expressionAttributeValues() : null,
                "UpdateExpression and ConditionExpression are null");
        Write write = writes.update(
                        request.tableName(),
                        Rules.required("key", request.hasKey(), request.key()),
                        request.updateExpression(),
                        request.conditionExpression(),
                        statement,
                        wantsItem(request.returnValuesOnConditionCheckFailure()))
                .get();
        Write.Outcome outcome = write.run();
        UpdateItemResponse.Builder response = UpdateItemResponse.builder()
                .consumedCapacity(Capacity.of(request.returnConsumedCapacity())
                        .write(write.table(), outcome.before(), outcome.after())
                        .total())
                .itemCollectionMetrics(ItemCollections.of(request.returnItemCollectionMetrics(), write, outcome));
        CompiledUpdate update = writes.compileUpdate(request.updateExpression(), statement);
        Map<String, AttributeValue> returned = returned(request.returnValues(), update, outcome);
        if (returned != null) {
            response.attributes(returned);
        }
        return response.build();
    }

    private static @Nullable Map<String, AttributeValue> returned(
            @Nullable ReturnValue wanted, @Nullable CompiledUpdate update, Write.Outcome outcome) {
        if (wanted == null || wanted == ReturnValue.NONE) {
            return null;
        }
        boolean old = wanted == ReturnValue.ALL_OLD || wanted == ReturnValue.UPDATED_OLD;
        Item item = old ? outcome.before() : outcome.after();
        if (item == null) {
            return null;
        }
        if (wanted == ReturnValue.ALL_OLD || wanted == ReturnValue.ALL_NEW) {
            return item.attributes();
        }
        Map<String, AttributeValue> touched = update == null ? Map.of() : update.touched(item.attributes());
        return touched.isEmpty() ? null : touched;
    }

    private static void allOldOrNone(@Nullable ReturnValue value, @Nullable String text) {
        Rules.returnValues(value, text);
        if (value != null && value != ReturnValue.NONE && value != ReturnValue.ALL_OLD) {
            throw Errors.validation("ReturnValues can only be ALL_OLD or NONE");
        }
    }

    static boolean wantsItem(@Nullable ReturnValuesOnConditionCheckFailure wanted) {
        return wanted == ReturnValuesOnConditionCheckFailure.ALL_OLD;
    }
}

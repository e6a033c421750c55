package io.github.dynamolock.table;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * The requests for one lock, each told when it has ended.
 *
 * @param lockName the name of the lock, if it has one
 */
record TableCalls(
        DynamoDbClient dynamoDb,
        RequestListener listener,
        @Nullable String lockName) {

    UpdateItemResponse update(UpdateItemRequest request) {
        return send("UpdateItem", () -> dynamoDb.updateItem(request));
    }

    DeleteItemResponse delete(DeleteItemRequest request) {
        return send("DeleteItem", () -> dynamoDb.deleteItem(request));
    }

    GetItemResponse get(GetItemRequest request) {
        return send("GetItem", () -> dynamoDb.getItem(request));
    }

    private <T> T send(String operation, Supplier<T> request) {
        T response;
        try {
            response = request.get();
        } catch (RuntimeException failure) {
            listener.ended(lockName, operation, failure);
            throw failure;
        }
        listener.ended(lockName, operation, null);
        return response;
    }
}

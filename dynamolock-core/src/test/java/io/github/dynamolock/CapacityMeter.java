package io.github.dynamolock;

import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Adds up the request units that a client's calls on lock rows consume. For one thread. */
final class CapacityMeter implements DynamoDbClient {

    /** A write that is refused is paid as one of the row that is there, and no lock row of these tests is above 1 KB. */
    private static final double REFUSED = 1;

    private final DynamoDbClient target;
    private double writes;
    private double reads;

    CapacityMeter(DynamoDbClient target) {
        this.target = target;
    }

    double writes() {
        return writes;
    }

    double reads() {
        return reads;
    }

    void reset() {
        writes = 0;
        reads = 0;
    }

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
        UpdateItemRequest counted = request.toBuilder()
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build();
        UpdateItemResponse response = written(() -> target.updateItem(counted));
        writes += response.consumedCapacity().capacityUnits();
        return response;
    }

    @Override
    public DeleteItemResponse deleteItem(DeleteItemRequest request) {
        DeleteItemRequest counted = request.toBuilder()
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build();
        DeleteItemResponse response = written(() -> target.deleteItem(counted));
        writes += response.consumedCapacity().capacityUnits();
        return response;
    }

    private <T> T written(Supplier<T> call) {
        try {
            return call.get();
        } catch (ConditionalCheckFailedException refused) {
            writes += REFUSED;
            throw refused;
        }
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
        GetItemResponse response = target.getItem(request.toBuilder()
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build());
        reads += response.consumedCapacity().capacityUnits();
        return response;
    }

    @Override
    public String serviceName() {
        return target.serviceName();
    }

    @Override
    public void close() {
        // The target is another's.
    }
}

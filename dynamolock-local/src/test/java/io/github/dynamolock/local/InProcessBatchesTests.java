package io.github.dynamolock.local;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class InProcessBatchesTests extends BatchesContract {
    @Override
    DynamoDbClient open(LocalDynamoDb database) {
        return database.client();
    }
}

package io.github.dynamolock.local;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class AsyncIndexesTests extends IndexesContract {
    @Override
    DynamoDbClient open(LocalDynamoDb database) {
        return BlockingFacade.of(database.asyncClient());
    }
}

package io.github.dynamolock.local;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class InProcessStaleReadsTests extends StaleReadsContract {
    @Override
    DynamoDbClient open(LocalDynamoDb database) {
        return database.client();
    }
}

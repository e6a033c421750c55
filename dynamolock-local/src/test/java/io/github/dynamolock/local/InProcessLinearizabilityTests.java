package io.github.dynamolock.local;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class InProcessLinearizabilityTests extends LinearizabilityContract {
    @Override
    DynamoDbClient open(LocalDynamoDb database) {
        return database.client();
    }
}

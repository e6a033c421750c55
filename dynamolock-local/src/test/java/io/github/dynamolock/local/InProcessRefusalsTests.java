package io.github.dynamolock.local;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class InProcessRefusalsTests extends RefusalsContract {
    @Override
    DynamoDbClient open(LocalDynamoDb database) {
        return database.client();
    }
}

package io.github.dynamolock.local;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class InProcessDeliveriesTests extends DeliveriesContract {
    @Override
    DynamoDbClient open(LocalDynamoDb database) {
        return database.client();
    }
}

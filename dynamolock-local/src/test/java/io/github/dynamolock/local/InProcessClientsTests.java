package io.github.dynamolock.local;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class InProcessClientsTests extends ClientsContract {
    @Override
    DynamoDbClient open(LocalDynamoDb database) {
        return database.client();
    }

    @Override
    DynamoDbClient open(LocalDynamoDb database, String name) {
        return database.client(name);
    }
}

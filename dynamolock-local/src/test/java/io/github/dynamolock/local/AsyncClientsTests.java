package io.github.dynamolock.local;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class AsyncClientsTests extends ClientsContract {
    @Override
    DynamoDbClient open(LocalDynamoDb database) {
        return BlockingFacade.of(database.asyncClient());
    }

    @Override
    DynamoDbClient open(LocalDynamoDb database, String name) {
        return BlockingFacade.of(database.asyncClient(name));
    }
}

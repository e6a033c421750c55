package io.github.dynamolock.local;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class HttpClientsTests extends ClientsContract {
    @Override
    DynamoDbClient open(LocalDynamoDb database) {
        return Clients.withoutRetries(database.serve(0).uri());
    }

    @Override
    DynamoDbClient open(LocalDynamoDb database, String name) {
        return Clients.withoutRetries(database.serve(0).uri(), name);
    }
}

package io.github.dynamolock.local;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class HttpUpdateTableTests extends UpdateTableContract {
    @Override
    DynamoDbClient open(LocalDynamoDb database) {
        return Clients.withoutRetries(database.serve(0).uri());
    }
}

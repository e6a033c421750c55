package io.github.dynamolock.local;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class HttpIndexesTests extends IndexesContract {
    @Override
    DynamoDbClient open(LocalDynamoDb database) {
        return Clients.withoutRetries(database.serve(0).uri());
    }
}

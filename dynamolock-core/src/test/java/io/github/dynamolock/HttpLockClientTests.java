package io.github.dynamolock;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The contract, on the local DynamoDB's HTTP front, through the real SDK. */
class HttpLockClientTests extends AbstractLockClientTests {

    private final LocalBackEnd backEnd = LocalBackEnd.http();

    @Override
    DynamoDbClient newDynamoDb() {
        return backEnd.newClient();
    }

    @Override
    void closeBackEnd() {
        backEnd.close();
    }
}

package io.github.dynamolock;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The contract, on the local DynamoDB's in-process front. */
class InProcessLockClientTests extends AbstractLockClientTests {

    private final LocalBackEnd backEnd = LocalBackEnd.inProcess();

    @Override
    DynamoDbClient newDynamoDb() {
        return backEnd.newClient();
    }

    @Override
    void closeBackEnd() {
        backEnd.close();
    }
}

package io.github.dynamolock.spring.autoconfigure;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The DynamoDB where the locks are: not necessarily the one that the application's other code uses.
 *
 * @param client carries the lock client's calls
 * @param local whether it is in this process, where nobody but this application makes the table
 */
record LockDynamoDb(DynamoDbClient client, boolean local) {}

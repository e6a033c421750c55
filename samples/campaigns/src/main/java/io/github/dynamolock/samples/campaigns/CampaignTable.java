package io.github.dynamolock.samples.campaigns;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/**
 * The table that counts the runs. It has nothing to do with the locks' own, which dynamolock looks after.
 *
 * @param dynamoDb where it is
 * @param name its name
 */
record CampaignTable(DynamoDbClient dynamoDb, String name) {

    static final String KEY = "campaign";

    /** Creates the table unless it is there, and waits until it can be used. */
    void create() {
        try {
            dynamoDb.createTable(create -> create.tableName(name)
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(AttributeDefinition.builder()
                            .attributeName(KEY)
                            .attributeType(ScalarAttributeType.S)
                            .build())
                    .keySchema(KeySchemaElement.builder()
                            .attributeName(KEY)
                            .keyType(KeyType.HASH)
                            .build()));
        } catch (ResourceInUseException exists) {
            // Made by another instance, or at an earlier start.
        }
        try (DynamoDbWaiter waiter = DynamoDbWaiter.builder().client(dynamoDb).build()) {
            waiter.waitUntilTableExists(describe -> describe.tableName(name));
        }
    }
}

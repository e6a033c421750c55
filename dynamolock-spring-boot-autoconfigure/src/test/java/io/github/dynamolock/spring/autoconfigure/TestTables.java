package io.github.dynamolock.spring.autoconfigure;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Tables that were there before the application. */
final class TestTables {

    private TestTables() {}

    static void create(DynamoDbClient dynamoDb, String table, String key) {
        KeySchemaElement element = KeySchemaElement.builder()
                .attributeName(key)
                .keyType(KeyType.HASH)
                .build();
        AttributeDefinition definition = AttributeDefinition.builder()
                .attributeName(key)
                .attributeType(ScalarAttributeType.S)
                .build();
        dynamoDb.createTable(request -> request.tableName(table)
                .keySchema(element)
                .attributeDefinitions(definition)
                .billingMode(BillingMode.PAY_PER_REQUEST));
    }
}

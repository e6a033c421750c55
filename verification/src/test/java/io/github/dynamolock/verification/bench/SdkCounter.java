package io.github.dynamolock.verification.bench;

import java.net.URI;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Raises counters through a client of the AWS SDK, or one that looks like it. */
record SdkCounter(DynamoDbClient client) implements ConditionalUpdates.Counter {

    static DynamoDbClient client(URI endpoint) {
        return DynamoDbClient.builder()
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("bench", "bench")))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    static void createTable(DynamoDbClient client) {
        try {
            client.createTable(table -> table.tableName(ConditionalUpdates.TABLE)
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .keySchema(KeySchemaElement.builder()
                            .attributeName("pk")
                            .keyType(KeyType.HASH)
                            .build())
                    .attributeDefinitions(AttributeDefinition.builder()
                            .attributeName("pk")
                            .attributeType(ScalarAttributeType.S)
                            .build()));
        } catch (ResourceInUseException e) {
            // Made by an earlier run.
        }
        client.waiter().waitUntilTableExists(table -> table.tableName(ConditionalUpdates.TABLE));
    }

    @Override
    public void reset(String key) {
        client.putItem(put -> put.tableName(ConditionalUpdates.TABLE)
                .item(Map.of("pk", AttributeValue.fromS(key), "v", AttributeValue.fromN("0"))));
    }

    @Override
    public void raise(String key, long from) {
        client.updateItem(UpdateItemRequest.builder()
                .tableName(ConditionalUpdates.TABLE)
                .key(Map.of("pk", AttributeValue.fromS(key)))
                .updateExpression("SET v = :to")
                .conditionExpression("v = :from")
                .expressionAttributeValues(Map.of(
                        ":from", AttributeValue.fromN(Long.toString(from)),
                        ":to", AttributeValue.fromN(Long.toString(from + 1))))
                .build());
    }

    @Override
    public void close() {
        // The client is shared.
    }
}

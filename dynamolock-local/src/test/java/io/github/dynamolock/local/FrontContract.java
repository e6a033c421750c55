package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** What the tests of both fronts share: a fresh database with two tables, and short ways to say things. */
abstract class FrontContract {
    static final String TABLE = "things";
    static final String SORTED = "sorted-things";

    final LocalDynamoDb dynamo = LocalDynamoDb.create();
    DynamoDbClient client = dynamo.client();

    /** The client of the front under test. */
    abstract DynamoDbClient open(LocalDynamoDb database);

    @BeforeEach
    void openFront() {
        client = open(dynamo);
        createTable(TABLE, "pk", null);
        createTable(SORTED, "pk", "sk");
        dynamo.calls().reset();
    }

    @AfterEach
    void closeFront() {
        client.close();
        dynamo.close();
    }

    void createTable(String name, String partition, @Nullable String sort) {
        client.createTable(table -> {
            table.tableName(name).billingMode(BillingMode.PAY_PER_REQUEST);
            if (sort == null) {
                table.keySchema(Schemas.element(partition, "HASH"));
                table.attributeDefinitions(Schemas.attribute(partition, "S"));
            } else {
                table.keySchema(Schemas.element(partition, "HASH"), Schemas.element(sort, "RANGE"));
                table.attributeDefinitions(Schemas.attribute(partition, "S"), Schemas.attribute(sort, "N"));
            }
        });
    }

    static AttributeValue s(String text) {
        return AttributeValue.fromS(text);
    }

    static AttributeValue n(Number number) {
        return AttributeValue.fromN(number.toString());
    }

    static AttributeValue b(String text) {
        return AttributeValue.fromB(SdkBytes.fromUtf8String(text));
    }

    static Map<String, AttributeValue> key(String partition) {
        return Map.of("pk", s(partition));
    }

    static Map<String, AttributeValue> key(String partition, int sort) {
        return Map.of("pk", s(partition), "sk", n(sort));
    }

    static Map<String, AttributeValue> with(Map<String, AttributeValue> key, Map<String, AttributeValue> more) {
        Map<String, AttributeValue> item = new HashMap<>(key);
        item.putAll(more);
        return item;
    }

    static AttributeValue the(Map<String, AttributeValue> item, String attribute) {
        return Objects.requireNonNull(item.get(attribute));
    }

    void put(String partition, Map<String, AttributeValue> attributes) {
        client.putItem(p -> p.tableName(TABLE).item(with(key(partition), attributes)));
    }

    Map<String, AttributeValue> get(String partition) {
        return client.getItem(g -> g.tableName(TABLE).key(key(partition)).consistentRead(true))
                .item();
    }

    UpdateItemRequest update(String partition, String expression, Map<String, AttributeValue> values) {
        return UpdateItemRequest.builder()
                .tableName(TABLE)
                .key(key(partition))
                .updateExpression(expression)
                .expressionAttributeValues(values.isEmpty() ? null : values)
                .build();
    }

    static AwsServiceException error(ThrowingCallable call) {
        AwsServiceException error = catchThrowableOfType(AwsServiceException.class, call);
        assertThat(error).isNotNull();
        assertThat(error.requestId()).hasSize(52);
        assertThat(error.awsErrorDetails().serviceName()).isEqualTo("DynamoDb");
        return error;
    }

    static void assertInvalid(ThrowingCallable call, String message) {
        AwsServiceException error = error(call);
        assertThat(error.awsErrorDetails().errorCode()).isEqualTo("ValidationException");
        assertThat(error.awsErrorDetails().errorMessage()).isEqualTo(message);
        assertThat(error.statusCode()).isEqualTo(400);
    }
}

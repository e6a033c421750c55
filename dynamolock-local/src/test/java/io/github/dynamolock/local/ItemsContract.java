package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeAction;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValueUpdate;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

abstract class ItemsContract extends FrontContract {

    @Test
    void anItemComesBackAsItWasPut() {
        Map<String, AttributeValue> all = Map.of(
                "text", s("grüße 🎈"),
                "empty", s(""),
                "number", n(42),
                "binary", b("bytes"),
                "yes", AttributeValue.fromBool(true),
                "nothing", AttributeValue.fromNul(true),
                "texts", AttributeValue.fromSs(List.of("a", "b")),
                "numbers", AttributeValue.fromNs(List.of("1", "2")),
                "binaries", AttributeValue.fromBs(List.of(SdkBytes.fromUtf8String("x"))),
                "nested", AttributeValue.fromM(Map.of("list", AttributeValue.fromL(List.of(n(1), s("two"))))));
        put("all", all);
        assertThat(get("all")).isEqualTo(with(key("all"), all));
    }

    @Test
    void aMissingItemIsNoItem() {
        var response = client.getItem(g -> g.tableName(TABLE).key(key("nobody")));
        assertThat(response.hasItem()).isFalse();
        assertThat(response.responseMetadata().requestId()).hasSize(52);
        assertThat(response.sdkHttpResponse().isSuccessful()).isTrue();
    }

    @Test
    void numbersAreStoredInOneForm() {
        put(
                "n",
                Map.of(
                        "a", AttributeValue.fromN("001.500"),
                        "b", AttributeValue.fromN("1E3"),
                        "c", AttributeValue.fromN("-0.0"),
                        "d", AttributeValue.fromN("12345678901234567890123456789012345678"),
                        "e", AttributeValue.fromN("+7")));
        assertThat(get("n"))
                .containsEntry("a", AttributeValue.fromN("1.5"))
                .containsEntry("b", AttributeValue.fromN("1000"))
                .containsEntry("c", AttributeValue.fromN("0"))
                .containsEntry("d", AttributeValue.fromN("12345678901234567890123456789012345678"))
                .containsEntry("e", AttributeValue.fromN("7"));
    }

    @Test
    void whatIsNoNumberIsRefused() {
        assertInvalid(
                () -> put("n", Map.of("a", AttributeValue.fromN("12x"))),
                "The parameter cannot be converted to a numeric value: 12x");
        assertInvalid(
                () -> put("n", Map.of("a", AttributeValue.fromN("123456789012345678901234567890123456789"))),
                "Attempting to store more than 38 significant digits in a Number");
        assertInvalid(
                () -> put("n", Map.of("a", AttributeValue.fromN("1E126"))),
                "Number overflow. Attempting to store a number with magnitude larger than supported range");
        assertInvalid(
                () -> put("n", Map.of("a", AttributeValue.fromN("1E-131"))),
                "Number underflow. Attempting to store a number with magnitude smaller than supported range");
    }

    @Test
    void invalidValuesAreRefused() {
        assertInvalid(
                () -> put("x", Map.of("a", AttributeValue.fromSs(List.of()))),
                "One or more parameter values were invalid: An string set  may not be empty");
        assertInvalid(
                () -> put("x", Map.of("a", AttributeValue.fromSs(List.of("b", "b")))),
                "One or more parameter values were invalid: Input collection [b, b] contains duplicates.");
        assertInvalid(
                () -> put("x", Map.of("a", AttributeValue.builder().build())),
                "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
        assertInvalid(
                () -> put(
                        "x", Map.of("a", AttributeValue.builder().s("b").n("1").build())),
                "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported "
                        + "datatypes");
    }

    @Test
    void keysMustFitTheSchema() {
        String mismatch = "The provided key element does not match the schema";
        assertInvalid(() -> client.getItem(g -> g.tableName(TABLE).key(Map.of("id", s("a")))), mismatch);
        assertInvalid(() -> client.getItem(g -> g.tableName(TABLE).key(Map.of("pk", n(1)))), mismatch);
        assertInvalid(() -> client.getItem(g -> g.tableName(TABLE).key(key("a", 1))), mismatch);
        assertInvalid(() -> client.getItem(g -> g.tableName(SORTED).key(key("a"))), mismatch);
        assertInvalid(
                () -> client.putItem(p -> p.tableName(TABLE).item(Map.of("id", s("a")))),
                "One or more parameter values were invalid: Missing the key pk in the item");
        assertInvalid(
                () -> client.putItem(p -> p.tableName(TABLE).item(Map.of("pk", n(1)))),
                "One or more parameter values were invalid: Type mismatch for key pk expected: S actual: N");
        assertInvalid(
                () -> get(""),
                "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an "
                        + "empty string value. Key: pk");
        assertInvalid(
                () -> get("x".repeat(2049)),
                "One or more parameter values were invalid: "
                        + "Size of hashkey has exceeded the maximum size limit of2048 bytes");
        assertThat(get("x".repeat(2048))).isEmpty();
        assertInvalid(
                () -> client.getItem(g -> g.tableName(TABLE)),
                "1 validation error detected: Value null at 'key' failed to satisfy constraint: Member must not be null");
    }

    @Test
    void itemsLargerThan400KilobytesAreRefused() {
        put("big", Map.of("a", s("x".repeat(400 * 1024 - 6))));
        assertInvalid(
                () -> put("big", Map.of("a", s("x".repeat(400 * 1024 - 5)))),
                "Item size has exceeded the maximum allowed size");
        assertInvalid(
                () -> client.updateItem(update("big", "SET b = :b", Map.of(":b", s("y")))),
                "Item size to update has exceeded the maximum allowed size");
    }

    @Test
    void aFailedConditionTellsTheItemWhenAsked() {
        put("a", Map.of("v", n(1)));
        AwsServiceException plain = error(() ->
                client.putItem(p -> p.tableName(TABLE).item(key("a")).conditionExpression("attribute_not_exists(pk)")));
        assertThat(plain).isInstanceOf(ConditionalCheckFailedException.class);
        assertThat(plain.awsErrorDetails().errorCode()).isEqualTo("ConditionalCheckFailedException");
        assertThat(plain.awsErrorDetails().errorMessage()).isEqualTo("The conditional request failed");
        assertThat(plain.statusCode()).isEqualTo(400);
        assertThat(((ConditionalCheckFailedException) plain).hasItem()).isFalse();

        var put = (ConditionalCheckFailedException) error(() -> client.putItem(p -> p.tableName(TABLE)
                .item(key("a"))
                .conditionExpression("attribute_not_exists(pk)")
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)));
        assertThat(put.item()).isEqualTo(with(key("a"), Map.of("v", n(1))));
        var update = (ConditionalCheckFailedException) error(() ->
                client.updateItem(update("a", "SET v = :two", Map.of(":two", n(2), ":three", n(3))).toBuilder()
                        .conditionExpression("v = :three")
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                        .build()));
        assertThat(update.item()).containsEntry("v", n(1));
        var absent = (ConditionalCheckFailedException) error(() -> client.deleteItem(d -> d.tableName(TABLE)
                .key(key("nobody"))
                .conditionExpression("attribute_exists(pk)")
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)));
        assertThat(absent.hasItem()).isFalse();
    }

    @Test
    void returnValuesAreWhatWasAskedFor() {
        put("a", Map.of("v", n(1), "w", n(7)));
        assertThat(updated(ReturnValue.NONE)).isEmpty();
        assertThat(updated(ReturnValue.UPDATED_OLD)).isEqualTo(Map.of("v", n(2)));
        assertThat(updated(ReturnValue.UPDATED_NEW)).isEqualTo(Map.of("v", n(4)));
        assertThat(updated(ReturnValue.ALL_OLD)).isEqualTo(with(key("a"), Map.of("v", n(4), "w", n(7))));
        assertThat(updated(ReturnValue.ALL_NEW)).isEqualTo(with(key("a"), Map.of("v", n(6), "w", n(7))));
        assertThat(client.putItem(p -> p.tableName(TABLE).item(key("a")).returnValues(ReturnValue.ALL_OLD))
                        .attributes())
                .containsEntry("v", n(6));
        assertThat(client.deleteItem(d -> d.tableName(TABLE).key(key("a")).returnValues(ReturnValue.ALL_OLD))
                        .attributes())
                .isEqualTo(key("a"));
        assertThat(client.deleteItem(d -> d.tableName(TABLE).key(key("a")).returnValues(ReturnValue.ALL_OLD))
                        .hasAttributes())
                .isFalse();
        assertInvalid(
                () -> client.putItem(p -> p.tableName(TABLE).item(key("a")).returnValues(ReturnValue.ALL_NEW)),
                "ReturnValues can only be ALL_OLD or NONE");
        assertInvalid(
                () -> client.putItem(p -> p.tableName(TABLE).item(key("a")).returnValues("SOME")),
                "1 validation error detected: Value 'SOME' at 'returnValues' failed to satisfy constraint: Member must "
                        + "satisfy enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]");
    }

    private Map<String, AttributeValue> updated(ReturnValue wanted) {
        return client.updateItem(update("a", "ADD v :one", Map.of(":one", n(1))).toBuilder()
                        .returnValues(wanted)
                        .build())
                .attributes();
    }

    @Test
    void anUpdateOfNothingMakesAnItemOfItsKey() {
        client.updateItem(u -> u.tableName(TABLE).key(key("new")));
        assertThat(get("new")).isEqualTo(key("new"));
    }

    @Test
    void keyAttributesAreNotUpdated() {
        assertInvalid(
                () -> client.updateItem(update("a", "SET pk = :v", Map.of(":v", s("b")))),
                "One or more parameter values were invalid: Cannot update attribute pk. "
                        + "This attribute is part of the key");
    }

    @Test
    void consumedCapacityFollowsTheDocumentedRules() {
        put("small", Map.of());
        put("large", Map.of("a", s("x".repeat(5000))));
        assertThat(read("small", true)).isEqualTo(1.0);
        assertThat(read("small", false)).isEqualTo(0.5);
        assertThat(read("large", true)).isEqualTo(2.0);
        assertThat(read("nobody", false)).isEqualTo(0.5);
        var write = client.putItem(
                p -> p.tableName(TABLE).item(key("large")).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
        assertThat(write.consumedCapacity().tableName()).isEqualTo(TABLE);
        assertThat(write.consumedCapacity().capacityUnits()).isEqualTo(5.0);
        assertThat(client.putItem(p -> p.tableName(TABLE).item(key("x"))).consumedCapacity())
                .isNull();
    }

    private double read(String partition, boolean consistent) {
        return client.getItem(g -> g.tableName(TABLE)
                        .key(key(partition))
                        .consistentRead(consistent)
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
                .consumedCapacity()
                .capacityUnits();
    }

    @Test
    void legacyParametersAreRefusedByName() {
        assertInvalid(
                () -> client.updateItem(u -> u.tableName(TABLE)
                        .key(key("a"))
                        .attributeUpdates(Map.of(
                                "v",
                                AttributeValueUpdate.builder()
                                        .action(AttributeAction.PUT)
                                        .value(n(1))
                                        .build()))),
                "dynamolock-local does not support the parameter AttributeUpdates of UpdateItem; use UpdateExpression");
        assertInvalid(
                () -> client.getItem(g -> g.tableName(TABLE).key(key("a")).attributesToGet("v")),
                "dynamolock-local does not support the parameter AttributesToGet of GetItem; use ProjectionExpression");
    }

    @Test
    void whatACallerGotOrGaveDoesNotChangeTheItem() {
        put("a", Map.of("l", AttributeValue.fromL(List.of(n(1)))));
        Map<String, AttributeValue> before = get("a");
        client.updateItem(update("a", "SET l[0] = :v, x = :v", Map.of(":v", n(2))));
        assertThat(before).isEqualTo(with(key("a"), Map.of("l", AttributeValue.fromL(List.of(n(1))))));
    }
}

package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Expressions through the front; the grammar itself is tested where it is written. */
abstract class ExpressionsContract extends FrontContract {

    @Test
    void placeholdersAreUsedAndDefined() {
        assertInvalid(
                () -> client.updateItem(update("a", "SET v = :v", Map.of(":v", n(1), ":w", n(2)))),
                "Value provided in ExpressionAttributeValues unused in expressions: keys: {:w}");
        assertInvalid(
                () -> client.updateItem(update("a", "SET v = :v", Map.of())),
                "Invalid UpdateExpression: An expression attribute value used in expression is not defined; "
                        + "attribute value: :v");
        UpdateItemRequest named = update("a", "SET #v = :v", Map.of(":v", n(1)));
        assertInvalid(
                () -> client.updateItem(named),
                "Invalid UpdateExpression: An expression attribute name used in the document path is not defined; "
                        + "attribute name: #v");
        assertInvalid(
                () -> client.updateItem(named.toBuilder()
                        .expressionAttributeNames(Map.of("#v", "v", "#w", "w"))
                        .build()),
                "Value provided in ExpressionAttributeNames unused in expressions: keys: {#w}");
        assertInvalid(
                () -> client.updateItem(
                        u -> u.tableName(TABLE).key(key("a")).expressionAttributeValues(Map.of(":v", n(1)))),
                "ExpressionAttributeValues can only be specified when using expressions: "
                        + "UpdateExpression and ConditionExpression are null");
    }

    @Test
    void reservedWordsNeedAPlaceholder() {
        assertInvalid(
                () -> client.updateItem(update("a", "SET Owner = :v", Map.of(":v", n(1)))),
                "Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: Owner");
        client.updateItem(update("a", "SET #o = :v", Map.of(":v", n(1))).toBuilder()
                .expressionAttributeNames(Map.of("#o", "owner"))
                .build());
        assertThat(get("a")).containsEntry("owner", n(1));
    }

    @Test
    void updatesReachIntoDocuments() {
        put("a", Map.of("m", AttributeValue.fromM(Map.of("l", AttributeValue.fromL(List.of(n(0), n(1), n(2), n(3)))))));
        client.updateItem(update(
                "a",
                "SET m.l[1] = :v, m.x = m.l[0] + :v, m.l[9] = :w REMOVE m.l[0], m.l[2] ADD c :v",
                Map.of(":v", n(10), ":w", n(99))));
        assertThat(get("a"))
                .isEqualTo(with(
                        key("a"),
                        Map.of(
                                "c",
                                n(10),
                                "m",
                                AttributeValue.fromM(
                                        Map.of("x", n(10), "l", AttributeValue.fromL(List.of(n(10), n(3), n(99))))))));
    }

    @Test
    void setsGrowAndShrink() {
        client.updateItem(update("a", "ADD t :t", Map.of(":t", AttributeValue.fromSs(List.of("x", "y")))));
        client.updateItem(update("a", "ADD t :t", Map.of(":t", AttributeValue.fromSs(List.of("y", "z")))));
        assertThat(the(get("a"), "t").ss()).containsExactlyInAnyOrder("x", "y", "z");
        client.updateItem(update("a", "DELETE t :t", Map.of(":t", AttributeValue.fromSs(List.of("x", "y", "q")))));
        assertThat(the(get("a"), "t").ss()).containsExactly("z");
        client.updateItem(update("a", "DELETE t :t", Map.of(":t", AttributeValue.fromSs(List.of("z")))));
        assertThat(get("a")).isEqualTo(key("a"));
    }

    @Test
    void updatesOfUnfittingAttributesFail() {
        put("a", Map.of("text", s("x"), "v", n(1)));
        String incorrect = "An operand in the update expression has an incorrect data type";
        assertInvalid(
                () -> client.updateItem(update("a", "ADD #t :v", Map.of(":v", n(1))).toBuilder()
                        .expressionAttributeNames(Map.of("#t", "text"))
                        .build()),
                incorrect);
        assertInvalid(
                () -> client.updateItem(update("a", "SET v = #t + :v", Map.of(":v", n(1))).toBuilder()
                        .expressionAttributeNames(Map.of("#t", "text"))
                        .build()),
                incorrect);
        assertInvalid(
                () -> client.updateItem(update("a", "SET v = absent + :v", Map.of(":v", n(1)))),
                "The provided expression refers to an attribute that does not exist in the item");
        assertInvalid(
                () -> client.updateItem(update("a", "SET absent.deep = :v", Map.of(":v", n(1)))),
                "The document path provided in the update expression is invalid for update");
        assertThat(get("a")).containsEntry("v", n(1));
    }

    @Test
    void anUnfittingAttributeMakesAConditionFalseAndIsNoError() {
        put("a", Map.of("v", s("1")));
        for (String condition : List.of("v = :one", "v < :one", "v BETWEEN :one AND :one", "v IN (:one)")) {
            assertThat(error(() -> client.deleteItem(d -> d.tableName(TABLE)
                                    .key(key("a"))
                                    .conditionExpression(condition)
                                    .expressionAttributeValues(Map.of(":one", n(1)))))
                            .awsErrorDetails()
                            .errorCode())
                    .isEqualTo("ConditionalCheckFailedException");
        }
    }

    @Test
    void projectionsKeepTheShapeOfTheItem() {
        put(
                "a",
                Map.of(
                        "m",
                        AttributeValue.fromM(
                                Map.of("x", n(1), "y", n(2), "l", AttributeValue.fromL(List.of(n(5), n(6), n(7)))))));
        assertThat(client.getItem(g -> g.tableName(TABLE).key(key("a")).projectionExpression("m.x, m.l[2], m.l[0], z"))
                        .item())
                .isEqualTo(Map.of(
                        "m", AttributeValue.fromM(Map.of("x", n(1), "l", AttributeValue.fromL(List.of(n(5), n(7)))))));
    }

    @Test
    void anUpdateThatOnlyRemovesBringsNoItemIntoBeing() {
        assertThat(client.updateItem(update("a", "REMOVE v", Map.of()).toBuilder()
                                .returnValues(ReturnValue.ALL_NEW)
                                .build())
                        .hasAttributes())
                .isFalse();
        assertThat(get("a")).isEmpty();
        Update removal = Update.builder()
                .tableName(TABLE)
                .key(key("a"))
                .updateExpression("REMOVE v, w")
                .build();
        client.transactWriteItems(
                t -> t.transactItems(TransactWriteItem.builder().update(removal).build()));
        assertThat(get("a")).isEmpty();
        assertInvalid(
                () -> client.updateItem(update("a", "REMOVE v.deep", Map.of())),
                "The document path provided in the update expression is invalid for update");
        client.updateItem(update("a", "REMOVE v SET w = :w", Map.of(":w", n(1))));
        assertThat(get("a")).isEqualTo(with(key("a"), Map.of("w", n(1))));
        client.updateItem(update("a", "REMOVE w", Map.of()));
        assertThat(get("a")).isEqualTo(key("a"));
    }

    @Test
    void whatIsWrongInTheItemIsToldBeforeWhatIsWrongInTheExpressions() {
        assertInvalid(
                () -> client.putItem(p -> p.tableName(TABLE)
                        .item(with(key("a"), Map.of("v", AttributeValue.fromN("x"))))
                        .conditionExpression("no condition")),
                "The parameter cannot be converted to a numeric value: x");
        assertInvalid(
                () -> client.deleteItem(d -> d.tableName(TABLE)
                        .key(Map.of("pk", AttributeValue.fromNs(List.of("1", "1.0"))))
                        .conditionExpression("no condition")),
                "Input collection contains duplicates");
        assertInvalid(
                () -> client.updateItem(update("a", "no update", Map.of(":v", AttributeValue.fromN("x")))),
                "ExpressionAttributeValues contains invalid value: "
                        + "The parameter cannot be converted to a numeric value: x for key :v");
    }

    @Test
    void projectionsDoNotLookIntoKeys() {
        String scalars =
                "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: pk";
        assertInvalid(
                () -> client.getItem(g -> g.tableName(TABLE).key(key("a")).projectionExpression("v, pk.x")), scalars);
        assertInvalid(() -> client.scan(scan -> scan.tableName(TABLE).projectionExpression("pk[0]")), scalars);
        assertInvalid(
                () -> client.scan(scan -> scan.tableName(TABLE).filterExpression("attribute_exists(pk.x)")), scalars);
    }
}

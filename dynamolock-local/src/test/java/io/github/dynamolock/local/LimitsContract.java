package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.ConditionalOperator;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;

/** Developer guide, "Quotas in Amazon DynamoDB" (ServiceQuotas.html), and "Legacy DynamoDB conditional parameters". */
abstract class LimitsContract extends FrontContract {

    @Test
    void placeholdersHaveAtMostTwoMegabytesTogether() {
        String half = "x".repeat(1_050_000);
        assertThat(error(() -> client.updateItem(u -> u.tableName(TABLE)
                                .key(key("a"))
                                .updateExpression("SET v = :v")
                                .conditionExpression("v <> :w")
                                .expressionAttributeValues(Map.of(":v", s(half), ":w", s(half)))))
                        .awsErrorDetails()
                        .errorMessage())
                .contains("exceeded the maximum allowed size of 2 MB");
    }

    @Test
    void aPlaceholderHasAtMost255Bytes() {
        String longest = "#" + "n".repeat(254);
        client.updateItem(u -> u.tableName(TABLE)
                .key(key("a"))
                .updateExpression("REMOVE " + longest)
                .expressionAttributeNames(Map.of(longest, "v")));
        assertThat(error(() -> client.updateItem(u -> u.tableName(TABLE)
                                .key(key("a"))
                                .updateExpression("REMOVE " + longest + "n")
                                .expressionAttributeNames(Map.of(longest + "n", "v"))))
                        .awsErrorDetails()
                        .errorMessage())
                .contains("maximum length of 255 bytes");
    }

    @Test
    void aTransactionReadsAtMostFourMegabytes() {
        String text = "x".repeat(390 * 1024);
        for (int i = 0; i < 11; i++) {
            put("item-" + i, Map.of("text", s(text)));
        }
        assertThat(read(10)).isEqualTo(10);
        assertInvalid(() -> read(11), "The aggregate size of the items in the transaction exceeds the limit of 4 MB");
    }

    private int read(int items) {
        TransactGetItem[] gets = new TransactGetItem[items];
        for (int i = 0; i < items; i++) {
            String key = "item-" + i;
            gets[i] = TransactGetItem.builder()
                    .get(g -> g.tableName(TABLE).key(key(key)))
                    .build();
        }
        return client.transactGetItems(t -> t.transactItems(gets)).responses().size();
    }

    @Test
    void theLimitsOfAnAccountAreDescribed() {
        var limits = client.describeLimits();
        assertThat(limits.accountMaxReadCapacityUnits()).isEqualTo(80_000);
        assertThat(limits.tableMaxWriteCapacityUnits()).isEqualTo(40_000);
    }

    @Test
    void legacyParametersOfSearchesAreRefusedByName() {
        assertInvalid(
                () -> client.query(q -> q.tableName(SORTED).keyConditions(Map.of("pk", Legacy.equalTo(s("a"))))),
                "dynamolock-local does not support the parameter KeyConditions of Query; use KeyConditionExpression");
        assertInvalid(
                () -> client.scan(s -> s.tableName(SORTED).scanFilter(Map.of("v", Legacy.equalTo(n(1))))),
                "dynamolock-local does not support the parameter ScanFilter of Scan; use FilterExpression");
        assertInvalid(
                () -> client.deleteItem(
                        d -> d.tableName(TABLE).key(key("a")).expected(Map.of("v", Legacy.expected(n(1))))),
                "dynamolock-local does not support the parameter Expected of DeleteItem; use ConditionExpression");
        assertInvalid(
                () -> client.putItem(
                        p -> p.tableName(TABLE).item(key("a")).conditionalOperator(ConditionalOperator.OR)),
                "dynamolock-local does not support the parameter ConditionalOperator of PutItem; "
                        + "use ConditionExpression or FilterExpression");
    }
}

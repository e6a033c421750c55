package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

abstract class TablesContract extends FrontContract {

    private static CreateTableRequest.Builder request(String name) {
        return CreateTableRequest.builder()
                .tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(Schemas.element("pk", "HASH"))
                .attributeDefinitions(Schemas.attribute("pk", "S"));
    }

    @Test
    void aNewTableIsActiveAndDescribed() {
        put("a", Map.of("text", s("hello")));
        TableDescription table = client.describeTable(d -> d.tableName(TABLE)).table();

        assertThat(table.tableStatus()).isEqualTo(TableStatus.ACTIVE);
        assertThat(table.tableName()).isEqualTo(TABLE);
        assertThat(table.tableArn()).endsWith(":table/" + TABLE);
        assertThat(table.tableId()).isNotBlank();
        assertThat(table.itemCount()).isEqualTo(1);
        assertThat(table.tableSizeBytes()).isEqualTo(2 + 1 + 4 + 5);
        assertThat(table.billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
        assertThat(table.creationDateTime()).isBetween(Instant.now().minus(Duration.ofMinutes(5)), Instant.now());
        assertThat(table.keySchema())
                .singleElement()
                .satisfies(k -> assertThat(k.attributeName()).isEqualTo("pk"));
        assertThat(client.waiter()
                        .waitUntilTableExists(d -> d.tableName(TABLE))
                        .matched()
                        .response())
                .isPresent();
    }

    @Test
    void provisionedThroughputIsDescribed() {
        client.createTable(request("provisioned")
                .billingMode(BillingMode.PROVISIONED)
                .provisionedThroughput(t -> t.readCapacityUnits(5L).writeCapacityUnits(6L))
                .build());
        TableDescription table =
                client.describeTable(d -> d.tableName("provisioned")).table();
        assertThat(table.provisionedThroughput().readCapacityUnits()).isEqualTo(5);
        assertThat(table.provisionedThroughput().writeCapacityUnits()).isEqualTo(6);
        assertThat(table.billingModeSummary()).isNull();
    }

    @Test
    void aTableThatExistsIsNotCreatedAgain() {
        var error = error(() -> client.createTable(request(TABLE).build()));
        assertThat(error).isInstanceOf(ResourceInUseException.class);
        assertThat(error.awsErrorDetails().errorMessage()).isEqualTo("Table already exists: " + TABLE);
    }

    @Test
    void aDeletedTableIsGone() {
        put("a", Map.of());
        client.deleteTable(d -> d.tableName(TABLE));

        var described = error(() -> client.describeTable(d -> d.tableName(TABLE)));
        assertThat(described).isInstanceOf(ResourceNotFoundException.class);
        assertThat(described.awsErrorDetails().errorMessage())
                .isEqualTo("Requested resource not found: Table: things not found");
        var read = error(() -> get("a"));
        assertThat(read).isInstanceOf(ResourceNotFoundException.class);
        assertThat(read.awsErrorDetails().errorMessage()).isEqualTo("Requested resource not found");

        createTable(TABLE, "pk", null);
        assertThat(get("a")).isEmpty();
    }

    @Test
    void aProtectedTableIsNotDeleted() {
        client.createTable(request("protected").deletionProtectionEnabled(true).build());
        assertInvalid(
                () -> client.deleteTable(d -> d.tableName("protected")),
                "Resource cannot be deleted as it is currently protected against deletion. "
                        + "Disable deletion protection first.");
    }

    @Test
    void tablesAreListedByNameAndPage() {
        assertThat(client.listTables().tableNames()).containsExactly(SORTED, TABLE);
        var page = client.listTables(l -> l.limit(1));
        assertThat(page.tableNames()).containsExactly(SORTED);
        assertThat(page.lastEvaluatedTableName()).isEqualTo(SORTED);
        assertThat(client.listTablesPaginator(l -> l.limit(1)).tableNames()).containsExactly(SORTED, TABLE);
    }

    @Test
    void aTableMayBeNamedByItsArn() {
        put("a", Map.of("v", n(1)));
        String arn = client.describeTable(d -> d.tableName(TABLE)).table().tableArn();
        assertThat(client.getItem(g -> g.tableName(arn).key(key("a"))).item()).containsEntry("v", n(1));
    }

    @Test
    void keysMayBeNumbersAndBinaries() {
        client.createTable(request("typed")
                .keySchema(Schemas.element("num", "HASH"), Schemas.element("bin", "RANGE"))
                .attributeDefinitions(Schemas.attribute("num", "N"), Schemas.attribute("bin", "B"))
                .build());
        for (String bin : List.of("b", "a", "ab", "\u00ff")) {
            client.putItem(p -> p.tableName("typed").item(Map.of("num", AttributeValue.fromN("1.50"), "bin", b(bin))));
        }
        assertThat(client.query(q -> q.tableName("typed")
                                .keyConditionExpression("num = :n AND bin >= :b")
                                .expressionAttributeValues(Map.of(":n", AttributeValue.fromN("15E-1"), ":b", b("ab"))))
                        .items())
                .extracting(item -> the(item, "bin"))
                .containsExactly(b("ab"), b("b"), b("\u00ff"));
        assertThat(client.getItem(g ->
                                g.tableName("typed").key(Map.of("num", AttributeValue.fromN("1.5"), "bin", b("a"))))
                        .item())
                .containsEntry("num", AttributeValue.fromN("1.5"));
    }

    @Test
    void badDefinitionsAreRefused() {
        assertInvalid(
                () -> client.createTable(request("ab").build()),
                "TableName must be at least 3 characters long and at most 255 characters long");
        assertInvalid(
                () -> client.createTable(request("a b c").build()),
                "1 validation error detected: Value 'a b c' at 'tableName' failed to satisfy constraint: "
                        + "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
        assertInvalid(
                () -> client.createTable(
                        request("other").billingMode(BillingMode.PROVISIONED).build()),
                "One or more parameter values were invalid: ReadCapacityUnits and WriteCapacityUnits must both be "
                        + "specified when BillingMode is PROVISIONED");
        assertInvalid(
                () -> client.createTable(request("other")
                        .attributeDefinitions(Schemas.attribute("pk", "S"), Schemas.attribute("x", "S"))
                        .build()),
                "One or more parameter values were invalid: Number of attributes in KeySchema does not exactly match "
                        + "number of attributes defined in AttributeDefinitions");
        assertInvalid(
                () -> client.createTable(
                        request("other").keySchema(Schemas.element("y", "HASH")).build()),
                "One or more parameter values were invalid: Some index key attributes are not defined in "
                        + "AttributeDefinitions. Keys: [y], AttributeDefinitions: [pk]");
        assertInvalid(
                () -> client.createTable(request("other")
                        .keySchema(Schemas.element("pk", "RANGE"))
                        .build()),
                "Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
    }

    @Test
    void whatIsNotSupportedIsRefusedByName() {
        assertInvalid(
                () -> client.createTable(request("other")
                        .streamSpecification(s -> s.streamEnabled(true))
                        .build()),
                "dynamolock-local does not support the parameter StreamSpecification of CreateTable");
        assertInvalid(
                () -> client.createTable(
                        request("other").sseSpecification(s -> s.enabled(true)).build()),
                "dynamolock-local does not support the parameter SSESpecification of CreateTable");
        var unknown = error(() -> client.listBackups());
        assertThat(unknown.awsErrorDetails().errorCode()).isEqualTo("UnknownOperationException");
        assertThat(unknown.awsErrorDetails().errorMessage()).contains("ListBackups");
        var partiql = error(() -> client.executeStatement(e -> e.statement("SELECT * FROM things")));
        assertThat(partiql.awsErrorDetails().errorMessage()).contains("ExecuteStatement");
    }
}

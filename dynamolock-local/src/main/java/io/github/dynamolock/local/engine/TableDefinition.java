package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.value.Errors;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** What a table is, as its description tells it: from requests to create one. */
final class TableDefinition {
    private static final String INVALID = "One or more parameter values were invalid: ";
    private static final String ARN_PREFIX = "arn:aws:dynamodb:us-east-1:000000000000:table/";

    private TableDefinition() {}

    /** The description of a new table; a validation error when the request is not right. */
    static TableDescription of(CreateTableRequest request, Instant now) {
        String name = Rules.tableName(request.tableName());
        checkEnums(request);
        Rules.required("attributeDefinitions", request.hasAttributeDefinitions() ? request : null);
        boolean onDemand = request.billingMode() == BillingMode.PAY_PER_REQUEST;
        TableDescription.Builder description = TableDescription.builder()
                .tableName(name)
                .tableArn(ARN_PREFIX + name)
                .tableId(UUID.randomUUID().toString())
                .tableStatus(TableStatus.ACTIVE)
                .creationDateTime(now)
                .itemCount(0L)
                .tableSizeBytes(0L)
                .deletionProtectionEnabled(Boolean.TRUE.equals(request.deletionProtectionEnabled()));
        // DynamoDB looks at the throughput before it looks at the keys.
        description.provisionedThroughput(Throughputs.ofTable(onDemand, request.provisionedThroughput()));
        Map<String, String> types = KeyDefinition.types(request.attributeDefinitions());
        KeySchema schema =
                KeyDefinition.schema(request.hasKeySchema() ? request.keySchema() : null, "keySchema", types);
        description.attributeDefinitions(request.attributeDefinitions()).keySchema(request.keySchema());
        addIndexes(request, description, new IndexDefinitions(ARN_PREFIX + name, schema, types, onDemand));
        if (onDemand) {
            description.billingModeSummary(
                    mode -> mode.billingMode(BillingMode.PAY_PER_REQUEST).lastUpdateToPayPerRequestDateTime(now));
        }
        if (request.tableClass() != null) {
            description.tableClassSummary(summary -> summary.tableClass(request.tableClass()));
        }
        TableDescription described = description.build();
        checkUsed(described, types.keySet());
        return described;
    }

    private static void addIndexes(
            CreateTableRequest request, TableDescription.Builder description, IndexDefinitions definitions) {
        if (request.hasLocalSecondaryIndexes()) {
            description.localSecondaryIndexes(definitions.local(request.localSecondaryIndexes()));
        }
        if (request.hasGlobalSecondaryIndexes()) {
            description.globalSecondaryIndexes(definitions.global(request.globalSecondaryIndexes()));
        }
        TableDescription described = description.build();
        IndexDefinitions.check(described.globalSecondaryIndexes(), described.localSecondaryIndexes());
    }

    /** The attributes that the keys of a table and of its indexes use. */
    static Set<String> keysOf(TableDescription table) {
        Set<String> keys = new LinkedHashSet<>();
        add(keys, table.keySchema());
        table.localSecondaryIndexes().forEach(index -> add(keys, index.keySchema()));
        table.globalSecondaryIndexes().forEach(index -> add(keys, index.keySchema()));
        return keys;
    }

    /** Refuses definitions of attributes that no key uses. */
    static void checkUsed(TableDescription table, Set<String> defined) {
        Set<String> keys = keysOf(table);
        if (keys.containsAll(defined)) {
            return;
        }
        boolean indexed = table.hasLocalSecondaryIndexes() || table.hasGlobalSecondaryIndexes();
        throw Errors.validation(INVALID
                + (indexed
                        ? "Some AttributeDefinitions are not used. AttributeDefinitions: " + List.copyOf(defined)
                                + ", keys used: " + List.copyOf(keys)
                        : "Number of attributes in KeySchema does not exactly match number of attributes defined in "
                                + "AttributeDefinitions"));
    }

    /** The definitions that the keys use, of those given. */
    static List<AttributeDefinition> used(TableDescription table, List<AttributeDefinition> definitions) {
        Set<String> keys = keysOf(table);
        return definitions.stream()
                .filter(definition -> keys.contains(definition.attributeName()))
                .toList();
    }

    private static void add(Set<String> keys, List<KeySchemaElement> schema) {
        schema.forEach(element -> keys.add(element.attributeName()));
    }

    private static void checkEnums(CreateTableRequest request) {
        Rules.known(
                "billingMode", request.billingMode(), request.billingModeAsString(), "PROVISIONED, PAY_PER_REQUEST");
        Rules.known(
                "tableClass",
                request.tableClass(),
                request.tableClassAsString(),
                "STANDARD, STANDARD_INFREQUENT_ACCESS");
    }
}

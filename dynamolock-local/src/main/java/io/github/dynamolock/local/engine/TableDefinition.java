package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.value.Errors;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.Tag;

/** A valid request for a new table. */
record TableDefinition(String name, KeySchema schema, CreateTableRequest request) {
    private static final String INVALID = "One or more parameter values were invalid: ";
    private static final String ARN_PREFIX = "arn:aws:dynamodb:us-east-1:000000000000:table/";
    private static final long MAX_UNITS = 1_000_000_000_000L;

    static TableDefinition of(CreateTableRequest request) {
        String name = Rules.tableName(request.tableName());
        checkEnums(request);
        checkGiven(request);
        checkThroughput(request);
        Map<String, String> types = types(request);
        KeySchema schema = schema(request, types);
        if (types.size() != request.keySchema().size()) {
            throw Errors.validation(INVALID + "Number of attributes in KeySchema does not exactly match number of "
                    + "attributes defined in AttributeDefinitions");
        }
        return new TableDefinition(name, schema, request);
    }

    List<Tag> tags() {
        return request.tags();
    }

    TableDescription describe(Instant now) {
        boolean onDemand = request.billingMode() == BillingMode.PAY_PER_REQUEST;
        TableDescription.Builder description = TableDescription.builder()
                .tableName(name)
                .tableArn(ARN_PREFIX + name)
                .tableId(UUID.randomUUID().toString())
                .tableStatus(TableStatus.ACTIVE)
                .creationDateTime(now)
                .attributeDefinitions(request.attributeDefinitions())
                .keySchema(request.keySchema())
                .itemCount(0L)
                .tableSizeBytes(0L)
                .deletionProtectionEnabled(Boolean.TRUE.equals(request.deletionProtectionEnabled()))
                .provisionedThroughput(throughput -> throughput
                        .numberOfDecreasesToday(0L)
                        .readCapacityUnits(
                                onDemand ? 0L : request.provisionedThroughput().readCapacityUnits())
                        .writeCapacityUnits(
                                onDemand ? 0L : request.provisionedThroughput().writeCapacityUnits()));
        if (onDemand) {
            description.billingModeSummary(
                    mode -> mode.billingMode(BillingMode.PAY_PER_REQUEST).lastUpdateToPayPerRequestDateTime(now));
        }
        if (request.tableClass() != null) {
            description.tableClassSummary(summary -> summary.tableClass(request.tableClass()));
        }
        return description.build();
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

    private static void checkGiven(CreateTableRequest request) {
        Rules.required("attributeDefinitions", request.hasAttributeDefinitions() ? request : null);
        Rules.required("keySchema", request.hasKeySchema() ? request : null);
        List<KeySchemaElement> elements = request.keySchema();
        if (elements.isEmpty() || elements.size() > 2) {
            throw Errors.constraint(
                    elements,
                    "keySchema",
                    elements.isEmpty()
                            ? "Member must have length greater than or equal to 1"
                            : "Member must have length less than or equal to 2");
        }
    }

    private static void checkThroughput(CreateTableRequest request) {
        ProvisionedThroughput throughput = request.provisionedThroughput();
        if (request.billingMode() == BillingMode.PAY_PER_REQUEST) {
            if (throughput != null) {
                throw Errors.validation(INVALID + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified "
                        + "when BillingMode is PAY_PER_REQUEST");
            }
            return;
        }
        if (throughput == null || throughput.readCapacityUnits() == null || throughput.writeCapacityUnits() == null) {
            throw Errors.validation(INVALID + "ReadCapacityUnits and WriteCapacityUnits must both be specified when "
                    + "BillingMode is PROVISIONED");
        }
        checkUnits("ReadCapacityUnits", throughput.readCapacityUnits());
        checkUnits("WriteCapacityUnits", throughput.writeCapacityUnits());
    }

    private static void checkUnits(String member, long units) {
        Rules.atLeast(
                "provisionedThroughput." + Character.toLowerCase(member.charAt(0)) + member.substring(1), 1, units);
        if (units > MAX_UNITS) {
            throw Errors.validation("Given value " + units + " for " + member + " is out of bounds");
        }
    }

    private static Map<String, String> types(CreateTableRequest request) {
        Map<String, String> types = new LinkedHashMap<>();
        int member = 1;
        for (AttributeDefinition definition : request.attributeDefinitions()) {
            String at = "attributeDefinitions." + member++ + ".member.";
            String name = Rules.required(at + "attributeName", definition.attributeName());
            Rules.required(at + "attributeType", definition.attributeTypeAsString());
            Rules.known(
                    at + "attributeType", definition.attributeType(), definition.attributeTypeAsString(), "B, N, S");
            if (types.put(name, definition.attributeTypeAsString()) != null) {
                throw Errors.validation(INVALID + "Duplicate AttributeName in AttributeDefinitions: " + name);
            }
        }
        return types;
    }

    private static KeySchema schema(CreateTableRequest request, Map<String, String> types) {
        List<KeySchemaElement> elements = request.keySchema();
        List<String> keys =
                elements.stream().map(KeySchemaElement::attributeName).toList();
        if (!types.keySet().containsAll(keys)) {
            throw Errors.validation(
                    INVALID + "Some index key attributes are not defined in AttributeDefinitions. Keys: " + keys
                            + ", AttributeDefinitions: " + types.keySet());
        }
        if (elements.get(0).keyType() != KeyType.HASH) {
            throw Errors.validation("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
        }
        KeySchema.KeyAttribute partition = attribute(keys.get(0), types);
        return new KeySchema(partition, elements.size() == 1 ? null : sort(elements.get(1), partition, types));
    }

    private static KeySchema.KeyAttribute sort(
            KeySchemaElement element, KeySchema.KeyAttribute partition, Map<String, String> types) {
        if (element.attributeName().equals(partition.name())) {
            throw Errors.validation("Both the Hash Key and the Range Key element in the KeySchema have the same name");
        }
        if (element.keyType() != KeyType.RANGE) {
            throw Errors.validation("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
        }
        return attribute(element.attributeName(), types);
    }

    private static KeySchema.KeyAttribute attribute(String name, Map<String, String> types) {
        String type = types.get(name);
        return new KeySchema.KeyAttribute(name, Rules.required("attributeType", type));
    }
}

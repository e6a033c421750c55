package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.value.Errors;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/** UpdateTable: from what a table is, and a request, to what it is afterwards. */
final class TableUpdate {
    private static final String INVALID = "One or more parameter values were invalid: ";

    private final TableDescription before;
    private final UpdateTableRequest request;
    private final Instant now;
    private final TableDescription.Builder after;

    private TableUpdate(TableDescription before, UpdateTableRequest request, Instant now) {
        this.before = before;
        this.request = request;
        this.now = now;
        this.after = before.toBuilder();
    }

    /** Checks what is wrong with a request whatever the table is. */
    static void check(UpdateTableRequest request) {
        Rules.known(
                "billingMode", request.billingMode(), request.billingModeAsString(), "PROVISIONED, PAY_PER_REQUEST");
        Rules.known(
                "tableClass",
                request.tableClass(),
                request.tableClassAsString(),
                "STANDARD, STANDARD_INFREQUENT_ACCESS");
        if (request.billingMode() == null
                && request.provisionedThroughput() == null
                && !request.hasGlobalSecondaryIndexUpdates()
                && request.tableClass() == null
                && request.deletionProtectionEnabled() == null) {
            throw Errors.validation("At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
                    + "GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is required");
        }
    }

    /** The description after the update; the given one stays as it is. */
    static TableDescription apply(TableDescription before, UpdateTableRequest request, Instant now) {
        return new TableUpdate(before, request, now).apply();
    }

    private TableDescription apply() {
        boolean onDemand = billing();
        List<AttributeDefinition> definitions = definitions();
        Map<String, String> types = KeyDefinition.types(definitions);
        KeySchema schema = KeyDefinition.schema(before.keySchema(), "keySchema", types);
        IndexUpdates indexes = new IndexUpdates(
                before,
                request.globalSecondaryIndexUpdates(),
                new IndexDefinitions(before.tableArn(), schema, types, onDemand),
                now);
        if (request.hasGlobalSecondaryIndexUpdates() || onDemand != isOnDemand(before)) {
            after.globalSecondaryIndexes(indexes.apply());
        }
        if (request.deletionProtectionEnabled() != null) {
            after.deletionProtectionEnabled(request.deletionProtectionEnabled());
        }
        if (request.tableClass() != null) {
            after.tableClassSummary(
                    summary -> summary.tableClass(request.tableClass()).lastUpdateDateTime(now));
        }
        TableDescription described = after.build();
        if (request.hasAttributeDefinitions()) {
            Set<String> defined = new HashSet<>();
            request.attributeDefinitions().forEach(definition -> defined.add(definition.attributeName()));
            TableDefinition.checkUsed(described, defined);
        }
        return described.toBuilder()
                .attributeDefinitions(TableDefinition.used(described, definitions))
                .build();
    }

    static boolean isOnDemand(TableDescription table) {
        return table.billingModeSummary() != null
                && table.billingModeSummary().billingMode() == BillingMode.PAY_PER_REQUEST;
    }

    /** Changes how the table is billed; answers whether it is by request afterwards. */
    private boolean billing() {
        boolean wasOnDemand = isOnDemand(before);
        boolean onDemand =
                request.billingMode() == null ? wasOnDemand : request.billingMode() == BillingMode.PAY_PER_REQUEST;
        if (request.provisionedThroughput() == null && onDemand == wasOnDemand) {
            return onDemand;
        }
        var wanted = Throughputs.ofTable(onDemand, request.provisionedThroughput());
        if (onDemand) {
            after.provisionedThroughput(wanted)
                    .billingModeSummary(mode ->
                            mode.billingMode(BillingMode.PAY_PER_REQUEST).lastUpdateToPayPerRequestDateTime(now));
        } else {
            after.provisionedThroughput(Throughputs.changed(before.provisionedThroughput(), wanted, "table", now));
            if (wasOnDemand) {
                after.billingModeSummary(before.billingModeSummary().toBuilder()
                        .billingMode(BillingMode.PROVISIONED)
                        .build());
            }
        }
        return onDemand;
    }

    /** The table's definitions, and those of the request that are new. */
    private List<AttributeDefinition> definitions() {
        Map<String, AttributeDefinition> definitions = new LinkedHashMap<>();
        before.attributeDefinitions().forEach(known -> definitions.put(known.attributeName(), known));
        Map<String, String> given = KeyDefinition.types(request.attributeDefinitions());
        for (AttributeDefinition definition : request.attributeDefinitions()) {
            AttributeDefinition known = definitions.putIfAbsent(definition.attributeName(), definition);
            if (known != null && known.attributeType() != definition.attributeType()) {
                throw Errors.validation(INVALID + "The type of attribute " + definition.attributeName() + " is "
                        + known.attributeTypeAsString() + " and cannot be changed to "
                        + given.get(definition.attributeName()));
            }
        }
        return new ArrayList<>(definitions.values());
    }
}

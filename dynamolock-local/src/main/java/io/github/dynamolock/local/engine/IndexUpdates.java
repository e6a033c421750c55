package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.value.Errors;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalSecondaryIndexAction;

/** What UpdateTable does to the global secondary indexes of a table. */
final class IndexUpdates {
    private static final String INVALID = "One or more parameter values were invalid: ";

    private final TableDescription table;
    private final List<GlobalSecondaryIndexUpdate> updates;
    private final IndexDefinitions definitions;
    private final Instant now;
    private final Map<String, GlobalSecondaryIndexDescription> indexes = new LinkedHashMap<>();
    private final Set<String> updated = new HashSet<>();
    private int createdOrDeleted;

    IndexUpdates(
            TableDescription table,
            List<GlobalSecondaryIndexUpdate> updates,
            IndexDefinitions definitions,
            Instant now) {
        this.table = table;
        this.updates = updates;
        this.definitions = definitions;
        this.now = now;
        table.globalSecondaryIndexes().forEach(index -> indexes.put(index.indexName(), index));
    }

    /** The indexes afterwards. */
    List<GlobalSecondaryIndexDescription> apply() {
        updates.forEach(this::apply);
        if (createdOrDeleted > 1) {
            throw Errors.limitExceeded("Subscriber limit exceeded: Only 1 online index can be created or deleted "
                    + "simultaneously per table");
        }
        if (indexes.size() > IndexDefinitions.MAX_GLOBAL) {
            throw Errors.limitExceeded(
                    "Subscriber limit exceeded: Number of global secondary indexes exceeds the per-table limit of 20");
        }
        if (definitions.onDemand()) {
            indexes.replaceAll((name, index) ->
                    index.toBuilder().provisionedThroughput(Throughputs.none()).build());
        } else {
            indexes.values().forEach(index -> {
                if (index.provisionedThroughput().readCapacityUnits() == 0) {
                    throw Errors.validation(
                            INVALID + "ProvisionedThroughput must be specified for index: " + index.indexName());
                }
            });
        }
        List<GlobalSecondaryIndexDescription> after = new ArrayList<>(indexes.values());
        IndexDefinitions.check(after, table.localSecondaryIndexes());
        return after;
    }

    private void apply(GlobalSecondaryIndexUpdate update) {
        int kinds = (update.create() == null ? 0 : 1)
                + (update.update() == null ? 0 : 1)
                + (update.delete() == null ? 0 : 1);
        if (kinds != 1) {
            throw Errors.validation(INVALID + "One of GlobalSecondaryIndexUpdate.Update, "
                    + "GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null");
        }
        if (update.create() != null) {
            create(update.create());
        } else if (update.update() != null) {
            update(update.update());
        } else {
            String name = once(update.delete().indexName());
            createdOrDeleted++;
            if (indexes.remove(name) == null) {
                throw Errors.resourceNotFound();
            }
        }
    }

    private void create(CreateGlobalSecondaryIndexAction create) {
        Rules.unserved(create.onDemandThroughput(), "the parameter OnDemandThroughput of a global secondary index");
        Rules.unserved(create.warmThroughput(), "the parameter WarmThroughput of a global secondary index");
        GlobalSecondaryIndexDescription index = definitions.global(GlobalSecondaryIndex.builder()
                .indexName(create.indexName())
                .keySchema(create.hasKeySchema() ? create.keySchema() : null)
                .projection(create.projection())
                .provisionedThroughput(create.provisionedThroughput())
                .build());
        createdOrDeleted++;
        if (indexes.put(once(index.indexName()), index) != null) {
            throw Errors.validation("Attempting to create an index which already exists");
        }
    }

    private void update(UpdateGlobalSecondaryIndexAction update) {
        Rules.unserved(update.onDemandThroughput(), "the parameter OnDemandThroughput of a global secondary index");
        Rules.unserved(update.warmThroughput(), "the parameter WarmThroughput of a global secondary index");
        String name = once(update.indexName());
        GlobalSecondaryIndexDescription index = indexes.get(name);
        if (index == null) {
            throw Errors.resourceNotFound();
        }
        var wanted = Throughputs.ofIndex(definitions.onDemand(), update.provisionedThroughput(), name);
        indexes.put(
                name,
                index.toBuilder()
                        .provisionedThroughput(
                                Throughputs.changed(index.provisionedThroughput(), wanted, "index " + name, now))
                        .build());
    }

    private String once(String name) {
        String given = Rules.required("globalSecondaryIndexUpdates.member.indexName", name);
        if (!updated.add(given)) {
            throw Errors.validation(INVALID
                    + "Only one global secondary index update per index is allowed simultaneously. Index: " + given);
        }
        return given;
    }
}

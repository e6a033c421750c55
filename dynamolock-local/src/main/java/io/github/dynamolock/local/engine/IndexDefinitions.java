package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.value.Errors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;

/**
 * Reads the secondary indexes of one table from requests, and checks them as DynamoDB does.
 *
 * @param arn the table's ARN
 * @param table the table's key schema
 * @param types the types of the defined attributes
 * @param onDemand whether the table is billed by request
 */
record IndexDefinitions(String arn, KeySchema table, Map<String, String> types, boolean onDemand) {
    static final int MAX_GLOBAL = 20;
    private static final int MAX_LOCAL = 5;
    private static final int MAX_NON_KEY = 20;
    private static final int MAX_PROJECTED = 100;
    private static final String INVALID = "One or more parameter values were invalid: ";
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_.-]+");

    List<GlobalSecondaryIndexDescription> global(List<GlobalSecondaryIndex> given) {
        if (given.isEmpty()) {
            throw Errors.validation(INVALID + "List of GlobalSecondaryIndexes is empty");
        }
        if (given.size() > MAX_GLOBAL) {
            throw Errors.validation(INVALID + "GlobalSecondaryIndex count exceeds the per-table limit of 20");
        }
        return given.stream().map(this::global).toList();
    }

    GlobalSecondaryIndexDescription global(GlobalSecondaryIndex index) {
        String member = "globalSecondaryIndexes.member.";
        Rules.unserved(index.onDemandThroughput(), "the parameter OnDemandThroughput of a global secondary index");
        Rules.unserved(index.warmThroughput(), "the parameter WarmThroughput of a global secondary index");
        String name = name(index.indexName(), member);
        KeySchema unused =
                KeyDefinition.schema(index.hasKeySchema() ? index.keySchema() : null, member + "keySchema", types);
        return GlobalSecondaryIndexDescription.builder()
                .indexName(name)
                .indexArn(arn + "/index/" + name)
                .indexStatus(IndexStatus.ACTIVE)
                .keySchema(index.keySchema())
                .projection(projection(index.projection(), member))
                .provisionedThroughput(Throughputs.ofIndex(onDemand, index.provisionedThroughput(), name))
                .itemCount(0L)
                .indexSizeBytes(0L)
                .build();
    }

    List<LocalSecondaryIndexDescription> local(List<LocalSecondaryIndex> given) {
        if (given.isEmpty()) {
            throw Errors.validation(INVALID + "List of LocalSecondaryIndexes is empty");
        }
        if (table.sort() == null) {
            throw Errors.validation(INVALID + "Table KeySchema does not have a range key, "
                    + "which is required when specifying a LocalSecondaryIndex");
        }
        if (given.size() > MAX_LOCAL) {
            throw Errors.validation(INVALID + "Number of LocalSecondaryIndexes exceeds per-table limit of 5");
        }
        return given.stream().map(this::local).toList();
    }

    private LocalSecondaryIndexDescription local(LocalSecondaryIndex index) {
        String member = "localSecondaryIndexes.member.";
        String name = name(index.indexName(), member);
        KeySchema schema =
                KeyDefinition.schema(index.hasKeySchema() ? index.keySchema() : null, member + "keySchema", types);
        if (schema.sort() == null) {
            throw Errors.validation(INVALID + "Index KeySchema does not have a range key for index: " + name);
        }
        if (!schema.partition().name().equals(table.partition().name())) {
            throw Errors.validation(INVALID
                    + "Index KeySchema does not have the same leading hash key as table KeySchema for index: " + name
                    + ". index hash key: " + schema.partition().name() + ", table hash key: "
                    + table.partition().name());
        }
        return LocalSecondaryIndexDescription.builder()
                .indexName(name)
                .indexArn(arn + "/index/" + name)
                .keySchema(index.keySchema())
                .projection(projection(index.projection(), member))
                .itemCount(0L)
                .indexSizeBytes(0L)
                .build();
    }

    /** Checks what holds for all indexes of a table together. */
    static void check(List<GlobalSecondaryIndexDescription> global, List<LocalSecondaryIndexDescription> local) {
        List<String> names = new ArrayList<>();
        List<Projection> projections = new ArrayList<>();
        global.forEach(index -> {
            names.add(index.indexName());
            projections.add(index.projection());
        });
        local.forEach(index -> {
            names.add(index.indexName());
            projections.add(index.projection());
        });
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name)) {
                throw Errors.validation(INVALID + "Duplicate index name: " + name);
            }
        }
        int projected = projections.stream()
                .mapToInt(projection -> projection.nonKeyAttributes().size())
                .sum();
        if (projected > MAX_PROJECTED) {
            throw Errors.validation(
                    INVALID + "The indexes of a table can project 100 attributes by name, not " + projected);
        }
    }

    private static String name(@Nullable String given, String member) {
        String name = Rules.required(member + "indexName", given);
        if (!NAME.matcher(name).matches()) {
            throw Errors.constraint(
                    name, member + "indexName", "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
        }
        if (name.length() < 3 || name.length() > 255) {
            throw Errors.constraint(
                    name,
                    member + "indexName",
                    "Member must have length "
                            + (name.length() < 3 ? "greater than or equal to 3" : "less than or equal to 255"));
        }
        return name;
    }

    private static Projection projection(@Nullable Projection given, String member) {
        Projection projection = Rules.required(member + "projection", given);
        Rules.known(
                member + "projection.projectionType",
                projection.projectionType(),
                projection.projectionTypeAsString(),
                "ALL, INCLUDE, KEYS_ONLY");
        ProjectionType type = projection.projectionType();
        if (type == null) {
            throw Errors.validation(INVALID + "Unknown ProjectionType: null");
        }
        if (type == ProjectionType.INCLUDE) {
            if (!projection.hasNonKeyAttributes()
                    || projection.nonKeyAttributes().isEmpty()) {
                throw Errors.validation(INVALID + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
            }
            if (projection.nonKeyAttributes().size() > MAX_NON_KEY) {
                throw Errors.constraint(
                        projection.nonKeyAttributes(),
                        member + "projection.nonKeyAttributes",
                        "Member must have length less than or equal to 20");
            }
        } else if (projection.hasNonKeyAttributes()) {
            throw Errors.validation(INVALID + "ProjectionType is " + type + ", but NonKeyAttributes is specified");
        }
        return projection;
    }
}

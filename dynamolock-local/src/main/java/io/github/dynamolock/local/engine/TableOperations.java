package io.github.dynamolock.local.engine;

import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeLimitsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeLimitsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.TagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.UntagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;

/** The operations on tables themselves, each with the parameters it serves, and what serves them. */
final class TableOperations {
    /** What DynamoDB gives an account by default. Nothing here is held to it. */
    private static final DescribeLimitsResponse LIMITS = DescribeLimitsResponse.builder()
            .accountMaxReadCapacityUnits(80_000L)
            .accountMaxWriteCapacityUnits(80_000L)
            .tableMaxReadCapacityUnits(40_000L)
            .tableMaxWriteCapacityUnits(40_000L)
            .build();

    private TableOperations() {}

    static void add(Operations all, Tables tables, TableSettings settings) {
        addTables(all, tables);
        addSettings(all, settings);
        all.add(
                "DescribeLimits",
                DescribeLimitsRequest::builder,
                DescribeLimitsRequest.class,
                Set.of(),
                request -> LIMITS);
    }

    private static void addTables(Operations all, Tables tables) {
        all.add(
                "CreateTable",
                CreateTableRequest::builder,
                CreateTableRequest.class,
                Set.of(
                        Operations.TABLE,
                        "AttributeDefinitions",
                        "KeySchema",
                        "BillingMode",
                        "ProvisionedThroughput",
                        "Tags",
                        "TableClass",
                        "DeletionProtectionEnabled",
                        "LocalSecondaryIndexes",
                        "GlobalSecondaryIndexes"),
                tables::create);
        all.add(
                "UpdateTable",
                UpdateTableRequest::builder,
                UpdateTableRequest.class,
                Set.of(
                        Operations.TABLE,
                        "AttributeDefinitions",
                        "BillingMode",
                        "ProvisionedThroughput",
                        "GlobalSecondaryIndexUpdates",
                        "TableClass",
                        "DeletionProtectionEnabled"),
                tables::update);
        all.add(
                "DescribeTable",
                DescribeTableRequest::builder,
                DescribeTableRequest.class,
                Set.of(Operations.TABLE),
                tables::describe);
        all.add(
                "DeleteTable",
                DeleteTableRequest::builder,
                DeleteTableRequest.class,
                Set.of(Operations.TABLE),
                tables::delete);
        all.add(
                "ListTables",
                ListTablesRequest::builder,
                ListTablesRequest.class,
                Set.of("Limit", "ExclusiveStartTableName"),
                tables::list);
    }

    private static void addSettings(Operations all, TableSettings settings) {
        all.add(
                "UpdateTimeToLive",
                UpdateTimeToLiveRequest::builder,
                UpdateTimeToLiveRequest.class,
                Set.of(Operations.TABLE, "TimeToLiveSpecification"),
                settings::updateTimeToLive);
        all.add(
                "DescribeTimeToLive",
                DescribeTimeToLiveRequest::builder,
                DescribeTimeToLiveRequest.class,
                Set.of(Operations.TABLE),
                settings::describeTimeToLive);
        all.add(
                "TagResource",
                TagResourceRequest::builder,
                TagResourceRequest.class,
                Set.of("ResourceArn", "Tags"),
                settings::tag);
        all.add(
                "UntagResource",
                UntagResourceRequest::builder,
                UntagResourceRequest.class,
                Set.of("ResourceArn", "TagKeys"),
                settings::untag);
        all.add(
                "ListTagsOfResource",
                ListTagsOfResourceRequest::builder,
                ListTagsOfResourceRequest.class,
                Set.of("ResourceArn"),
                settings::listTags);
    }
}

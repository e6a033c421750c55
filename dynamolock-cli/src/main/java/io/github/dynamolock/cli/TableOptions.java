package io.github.dynamolock.cli;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockClientBuilder;
import io.github.dynamolock.LockTable;
import io.github.dynamolock.RowFormat;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Where the locks are: the same options for each subcommand. */
final class TableOptions {

    @Option(names = "--table", paramLabel = "NAME", description = "The lock table (default: ${DEFAULT-VALUE}).")
    private String table = "locks";

    @Option(
            names = "--partition-key",
            paramLabel = "NAME",
            description = "The name of its partition key, of type S (default: ${DEFAULT-VALUE}).")
    private String partitionKey = "key";

    @Option(
            names = "--sort-key",
            paramLabel = "NAME[=VALUE]",
            description = "The name of its sort key, and the value in every lock row (##LOCK## if left out).")
    private @Nullable String sortKey;

    @Option(
            names = "--row-format",
            paramLabel = "FORMAT",
            converter = RowFormatConverter.class,
            description = "dynamolock (the default), aws-lock-client or distrlock.")
    private RowFormat rowFormat = RowFormat.DYNAMOLOCK;

    @Option(
            names = "--region",
            paramLabel = "REGION",
            description = "The AWS region (default: as the AWS SDK finds it).")
    private @Nullable String region;

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            description = "Another DynamoDB; plain HTTP on this machine needs no credentials.")
    private @Nullable URI endpoint;

    DynamoDbClient connect() {
        return Connections.open(endpoint, region);
    }

    LockClientBuilder clientOn(DynamoDbClient dynamoDb) {
        return LockClient.builder(dynamoDb).table(table()).rowFormat(rowFormat);
    }

    String tableName() {
        return table;
    }

    String partitionKey() {
        return partitionKey;
    }

    /** The sort key's name and value, if there is a sort key. */
    @Nullable
    SortKey sortKey() {
        if (sortKey == null) {
            return null;
        }
        int equals = sortKey.indexOf('=');
        return equals < 0
                ? new SortKey(sortKey, LockTable.DEFAULT_SORT_KEY_VALUE)
                : new SortKey(sortKey.substring(0, equals), sortKey.substring(equals + 1));
    }

    RowFormat rowFormat() {
        return rowFormat;
    }

    private LockTable table() {
        LockTable keyed = LockTable.named(table).partitionKey(partitionKey);
        SortKey sort = sortKey();
        return sort == null ? keyed : keyed.sortKey(sort.name(), sort.value());
    }

    record SortKey(String name, String value) {}
}

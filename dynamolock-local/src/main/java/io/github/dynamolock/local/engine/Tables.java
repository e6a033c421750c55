package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.value.Errors;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTablesResponse;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** The tables by name. A new table is active at once, and a deleted one gone at once. */
final class Tables {
    private static final int MAX_LISTED = 100;

    private final ConcurrentSkipListMap<String, Table> tables = new ConcurrentSkipListMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private final Clock clock;
    private final AtomicBoolean keepEarlier;

    Tables(Clock clock, AtomicBoolean keepEarlier) {
        this.clock = clock;
        this.keepEarlier = keepEarlier;
    }

    /** The table with a valid name, for an operation on its items. */
    Table existing(String name) {
        Table table = tables.get(name);
        if (table == null) {
            throw Errors.resourceNotFound();
        }
        return table;
    }

    /** The table with a valid name, or null. */
    @Nullable
    Table find(String name) {
        return tables.get(name);
    }

    /** The table that a request about the table itself names. */
    Table named(@Nullable String nameOrArn) {
        String name = Rules.tableName(nameOrArn);
        Table table = tables.get(name);
        if (table == null) {
            throw Errors.resourceNotFound("Requested resource not found: Table: " + name + " not found");
        }
        return table;
    }

    CreateTableResponse create(CreateTableRequest request) {
        TableDefinition definition = TableDefinition.of(request);
        TableDescription description = definition.describe(clock.instant());
        Table table = new Table(
                description,
                definition.schema(),
                new ItemLocks(numbers.incrementAndGet()),
                new EarlierItems(keepEarlier),
                definition.tags());
        if (tables.putIfAbsent(table.name(), table) != null) {
            throw Errors.resourceInUse("Table already exists: " + table.name());
        }
        return CreateTableResponse.builder().tableDescription(description).build();
    }

    DescribeTableResponse describe(DescribeTableRequest request) {
        return DescribeTableResponse.builder()
                .table(named(request.tableName()).describe())
                .build();
    }

    DeleteTableResponse delete(DeleteTableRequest request) {
        Table table = named(request.tableName());
        TableDescription description = table.describe();
        if (Boolean.TRUE.equals(description.deletionProtectionEnabled())) {
            throw Errors.validation("Resource cannot be deleted as it is currently protected against deletion. "
                    + "Disable deletion protection first.");
        }
        if (!tables.remove(table.name(), table)) {
            throw Errors.resourceNotFound("Requested resource not found: Table: " + table.name() + " not found");
        }
        return DeleteTableResponse.builder()
                .tableDescription(description.toBuilder()
                        .tableStatus(TableStatus.DELETING)
                        .build())
                .build();
    }

    ListTablesResponse list(ListTablesRequest request) {
        Rules.atLeast("limit", 1, request.limit());
        Rules.atMost("limit", MAX_LISTED, request.limit());
        int limit = request.limit() == null ? MAX_LISTED : request.limit();
        String after = request.exclusiveStartTableName();
        List<String> names = new ArrayList<>();
        for (String name : after == null
                ? tables.keySet()
                : tables.tailMap(Rules.tableName(after), false).keySet()) {
            if (names.size() == limit) {
                return ListTablesResponse.builder()
                        .tableNames(names)
                        .lastEvaluatedTableName(names.get(limit - 1))
                        .build();
            }
            names.add(name);
        }
        return ListTablesResponse.builder().tableNames(names).build();
    }
}

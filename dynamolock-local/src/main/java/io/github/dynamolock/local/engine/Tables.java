package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.value.Errors;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
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
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;

/** The tables by name. A new table is active at once, and a deleted one gone at once. */
final class Tables {
    private static final int MAX_LISTED = 100;

    private final ConcurrentSkipListMap<String, Table> tables = new ConcurrentSkipListMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private final Clock clock;
    private final AtomicBoolean keepEarlier;

    private volatile Journal journal = Journal.NONE;

    Tables(Clock clock, AtomicBoolean keepEarlier) {
        this.clock = clock;
        this.keepEarlier = keepEarlier;
    }

    /** Keeps all changes from now on in a journal. */
    void keepIn(Journal kept) {
        journal = kept;
    }

    /** All tables. */
    Collection<Table> all() {
        return tables.values();
    }

    /** A table that is not yet among the others. */
    Table make(TableDescription description, Map<String, String> tags) {
        return new Table(
                description,
                new ItemLocks(numbers.incrementAndGet()),
                new EarlierItems(keepEarlier),
                tags,
                () -> journal);
    }

    /** Adds a table, in memory only. */
    void add(Table table) {
        tables.put(table.name(), table);
    }

    /** Removes a table, in memory only. */
    void remove(Table table) {
        tables.remove(table.name(), table);
    }

    /** The table with a valid name, for an operation on its items. */
    Table existing(String name) {
        Table table = tables.get(name);
        if (table == null) {
            throw Errors.resourceNotFound();
        }
        table.expire(clock);
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
        table.expire(clock);
        return table;
    }

    CreateTableResponse create(CreateTableRequest request) {
        TableDescription description = TableDefinition.of(request, clock.instant());
        Table table = make(description, TableSettings.tagged(Map.of(), request.tags()));
        synchronized (tables) {
            if (tables.containsKey(table.name())) {
                throw Errors.resourceInUse("Table already exists: " + table.name());
            }
            journal.commit(
                    () -> List.of(Entries.table(description), Entries.tags(table.id(), table.tags())),
                    () -> add(table));
        }
        return CreateTableResponse.builder().tableDescription(description).build();
    }

    DescribeTableResponse describe(DescribeTableRequest request) {
        return DescribeTableResponse.builder()
                .table(named(request.tableName()).describe())
                .build();
    }

    UpdateTableResponse update(UpdateTableRequest request) {
        String name = Rules.tableName(request.tableName());
        TableUpdate.check(request);
        TableDescription description =
                named(name).redefine(before -> TableUpdate.apply(before, request, clock.instant()));
        return UpdateTableResponse.builder().tableDescription(description).build();
    }

    DeleteTableResponse delete(DeleteTableRequest request) {
        Table table = named(request.tableName());
        TableDescription description = table.describe();
        if (Boolean.TRUE.equals(description.deletionProtectionEnabled())) {
            throw Errors.validation("Resource cannot be deleted as it is currently protected against deletion. "
                    + "Disable deletion protection first.");
        }
        synchronized (tables) {
            if (tables.get(table.name()) != table) {
                throw Errors.resourceNotFound("Requested resource not found: Table: " + table.name() + " not found");
            }
            journal.commit(() -> List.of(Entries.drop(table.id())), () -> remove(table));
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

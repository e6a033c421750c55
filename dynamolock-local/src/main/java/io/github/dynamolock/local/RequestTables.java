package io.github.dynamolock.local;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** The tables that a request names. */
final class RequestTables {
    private RequestTables() {}

    static Collection<String> of(DynamoDbRequest request) {
        if (request instanceof TransactWriteItemsRequest transaction) {
            return ofWrites(transaction);
        }
        if (request instanceof TransactGetItemsRequest transaction) {
            Set<String> tables = new LinkedHashSet<>();
            transaction
                    .transactItems()
                    .forEach(item ->
                            add(tables, item.get() == null ? null : item.get().tableName()));
            return tables;
        }
        if (request instanceof BatchGetItemRequest batch) {
            return batch.requestItems().keySet();
        }
        if (request instanceof BatchWriteItemRequest batch) {
            return batch.requestItems().keySet();
        }
        String table = request.getValueForField("TableName", String.class).orElse(null);
        return table == null ? List.of() : List.of(table);
    }

    private static Collection<String> ofWrites(TransactWriteItemsRequest transaction) {
        Set<String> tables = new LinkedHashSet<>();
        for (TransactWriteItem item : transaction.transactItems()) {
            add(tables, item.put() == null ? null : item.put().tableName());
            add(tables, item.update() == null ? null : item.update().tableName());
            add(tables, item.delete() == null ? null : item.delete().tableName());
            add(
                    tables,
                    item.conditionCheck() == null ? null : item.conditionCheck().tableName());
        }
        return tables;
    }

    private static void add(Set<String> tables, @Nullable String table) {
        if (table != null) {
            tables.add(table);
        }
    }
}

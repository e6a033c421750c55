package io.github.dynamolock.cli;

import io.github.dynamolock.RowFormat;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** Finds the keys of lock rows among whatever else is in the table. */
final class LockRowScan {

    private final TableOptions table;
    private final boolean onlyHeld;

    LockRowScan(TableOptions table, boolean onlyHeld) {
        this.table = table;
        this.onlyHeld = onlyHeld;
    }

    ScanRequest request() {
        Map<String, String> names = new HashMap<>();
        names.put("#key", table.partitionKey());
        names.put("#version", table.rowFormat() == RowFormat.DISTRLOCK ? "lockId" : "recordVersionNumber");
        String filter = "attribute_exists(#version)";
        if (onlyHeld) {
            names.put("#released", "isReleased");
            filter += " AND attribute_not_exists(#released)";
        }
        ScanRequest.Builder request =
                ScanRequest.builder().tableName(table.tableName()).projectionExpression("#key");
        TableOptions.SortKey sort = table.sortKey();
        if (sort != null) {
            names.put("#sort", sort.name());
            filter += " AND #sort = :sort";
            request.expressionAttributeValues(Map.of(":sort", AttributeValue.fromS(sort.value())));
        }
        return request.filterExpression(filter).expressionAttributeNames(names).build();
    }
}

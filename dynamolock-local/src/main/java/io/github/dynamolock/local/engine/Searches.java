package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.expression.CompiledCondition;
import io.github.dynamolock.local.expression.CompiledKeyCondition;
import io.github.dynamolock.local.expression.CompiledProjection;
import io.github.dynamolock.local.expression.Expressions;
import io.github.dynamolock.local.value.Errors;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Query and Scan. */
final class Searches {
    private final Tables tables;
    private final Expressions expressions;

    Searches(Tables tables, Expressions expressions) {
        this.tables = tables;
        this.expressions = expressions;
    }

    QueryResponse query(QueryRequest request, Freshness freshness) {
        Rules.capacity(request.returnConsumedCapacity(), request.returnConsumedCapacityAsString());
        String name = Rules.tableName(request.tableName());
        Rules.atLeast("limit", 1, request.limit());
        Selection.check(request.select(), request.selectAsString(), request.indexName());
        if (request.keyConditionExpression() == null) {
            throw Errors.validation(
                    "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.");
        }
        Statement statement = new Statement(
                request.hasExpressionAttributeNames() ? request.expressionAttributeNames() : null,
                request.hasExpressionAttributeValues() ? request.expressionAttributeValues() : null,
                "FilterExpression is null");
        Map<String, AttributeValue> values = statement.canonicalValues();
        Map<String, String> names = statement.namesOrNone();
        CompiledKeyCondition keys = expressions.keyCondition(request.keyConditionExpression(), names);
        CompiledCondition filter = filter(request.filterExpression(), names);
        CompiledProjection projection = projection(request.projectionExpression(), names);
        statement.bind(values, keys, filter, projection);
        Selection.check(request.select(), projection);
        Table table = tables.existing(name);
        View view = View.of(table, request.indexName(), request.consistentRead(), freshness);
        KeyRange range = KeyRange.of(keys, values, view.schema());
        table.schema().requireScalars(projection);
        rejectKeyFilter(filter, view.schema());
        boolean forward = !Boolean.FALSE.equals(request.scanIndexForward());
        NavigableMap<ItemKey, Item> items = range.in(view.items());
        items = forward ? items : items.descendingMap();
        if (request.hasExclusiveStartKey()) {
            items = items.tailMap(queryStart(request.exclusiveStartKey(), range, view), false);
        }
        Selection selection = new Selection(filter, values, projection, request.select(), request.limit());
        Selection.Page page = selection.page(items.values(), view);
        QueryResponse.Builder response = QueryResponse.builder()
                .count(page.count())
                .scannedCount(page.scanned())
                .consumedCapacity(Capacity.of(request.returnConsumedCapacity())
                        .search(view, page, Boolean.TRUE.equals(request.consistentRead()))
                        .total());
        if (page.items() != null) {
            response.items(page.items());
        }
        if (page.last() != null) {
            response.lastEvaluatedKey(page.last());
        }
        return response.build();
    }

    ScanResponse scan(ScanRequest request, Freshness freshness) {
        Rules.capacity(request.returnConsumedCapacity(), request.returnConsumedCapacityAsString());
        String name = Rules.tableName(request.tableName());
        Rules.atLeast("limit", 1, request.limit());
        Selection.check(request.select(), request.selectAsString(), request.indexName());
        Segment segment = Segment.of(request.segment(), request.totalSegments());
        Statement statement = new Statement(
                request.hasExpressionAttributeNames() ? request.expressionAttributeNames() : null,
                request.hasExpressionAttributeValues() ? request.expressionAttributeValues() : null,
                "FilterExpression is null");
        statement.requireExpressions(request.filterExpression(), request.projectionExpression());
        Map<String, AttributeValue> values = statement.canonicalValues();
        CompiledCondition filter = filter(request.filterExpression(), statement.namesOrNone());
        CompiledProjection projection = projection(request.projectionExpression(), statement.namesOrNone());
        statement.bind(values, filter, projection);
        Selection.check(request.select(), projection);
        Table table = tables.existing(name);
        View view = View.of(table, request.indexName(), request.consistentRead(), freshness);
        table.schema().requireScalars(projection);
        table.schema().requireScalars(filter);
        NavigableMap<ItemKey, Item> items = segment.of(view.items());
        if (request.hasExclusiveStartKey()) {
            items = items.tailMap(scanStart(request.exclusiveStartKey(), segment, view), false);
        }
        Selection selection = new Selection(filter, values, projection, request.select(), request.limit());
        Selection.Page page = selection.page(items.values(), view);
        ScanResponse.Builder response = ScanResponse.builder()
                .count(page.count())
                .scannedCount(page.scanned())
                .consumedCapacity(Capacity.of(request.returnConsumedCapacity())
                        .search(view, page, Boolean.TRUE.equals(request.consistentRead()))
                        .total());
        if (page.items() != null) {
            response.items(page.items());
        }
        if (page.last() != null) {
            response.lastEvaluatedKey(page.last());
        }
        return response.build();
    }

    private @Nullable CompiledCondition filter(@Nullable String text, Map<String, String> names) {
        return text == null ? null : expressions.condition("FilterExpression", text, names);
    }

    private @Nullable CompiledProjection projection(@Nullable String text, Map<String, String> names) {
        return text == null ? null : expressions.projection(text, names);
    }

    private static void rejectKeyFilter(@Nullable CompiledCondition filter, KeySchema schema) {
        if (filter == null) {
            return;
        }
        for (String attribute : filter.usage().attributes()) {
            if (schema.contains(attribute)) {
                throw Errors.validation("Filter Expression can only contain non-primary key attributes: "
                        + "Primary key attribute: " + attribute);
            }
        }
    }

    private static ItemKey queryStart(Map<String, AttributeValue> start, KeyRange range, View view) {
        ItemKey key;
        try {
            key = view.start(start);
        } catch (AwsServiceException e) {
            throw Errors.validation("The provided starting key is invalid");
        }
        if (!key.partition().equals(range.partition())) {
            throw Errors.validation(
                    "The provided starting key is outside query boundaries based on provided conditions");
        }
        if (!range.contains(key.sort())) {
            throw Errors.validation("The provided starting key does not match the range key predicate");
        }
        return key;
    }

    private static ItemKey scanStart(Map<String, AttributeValue> start, Segment segment, View view) {
        ItemKey key;
        try {
            key = view.start(start);
        } catch (AwsServiceException e) {
            throw Errors.validation("The provided starting key is invalid: "
                    + e.awsErrorDetails().errorMessage());
        }
        if (!segment.contains(key)) {
            throw Errors.validation("The provided starting key is invalid: Invalid ExclusiveStartKey. "
                    + "Please use ExclusiveStartKey with correct Segment. TotalSegments: " + segment.total()
                    + " Segment: " + segment.number());
        }
        return key;
    }
}

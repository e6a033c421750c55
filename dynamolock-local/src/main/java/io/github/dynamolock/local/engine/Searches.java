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
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Query and Scan. */
final class Searches {
    private static final int MAX_SEGMENTS = 1_000_000;

    private final Tables tables;
    private final Expressions expressions;

    Searches(Tables tables, Expressions expressions) {
        this.tables = tables;
        this.expressions = expressions;
    }

    QueryResponse query(QueryRequest request) {
        Rules.capacity(request.returnConsumedCapacity(), request.returnConsumedCapacityAsString());
        String name = Rules.tableName(request.tableName());
        Rules.atLeast("limit", 1, request.limit());
        Selection.check(request.select(), request.selectAsString());
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
        Selection.checkIndex(request.indexName());
        KeyRange range = KeyRange.of(keys, values, table.schema());
        table.schema().requireScalars(projection);
        rejectKeyFilter(filter, table.schema());
        boolean forward = !Boolean.FALSE.equals(request.scanIndexForward());
        NavigableMap<ItemKey, Item> items =
                forward ? range.in(table) : range.in(table).descendingMap();
        if (request.hasExclusiveStartKey()) {
            items = items.tailMap(queryStart(request.exclusiveStartKey(), range, table.schema()), false);
        }
        Selection selection =
                new Selection(filter, values, projection, request.select() == Select.COUNT, limit(request.limit()));
        Selection.Page page = selection.page(items.entrySet(), table.schema());
        QueryResponse.Builder response = QueryResponse.builder()
                .count(page.count())
                .scannedCount(page.scanned())
                .consumedCapacity(Capacity.of(request.returnConsumedCapacity())
                        .read(table, page.bytes(), Boolean.TRUE.equals(request.consistentRead()))
                        .total());
        if (page.items() != null) {
            response.items(page.items());
        }
        if (page.last() != null) {
            response.lastEvaluatedKey(page.last());
        }
        return response.build();
    }

    ScanResponse scan(ScanRequest request) {
        Rules.capacity(request.returnConsumedCapacity(), request.returnConsumedCapacityAsString());
        String name = Rules.tableName(request.tableName());
        Rules.atLeast("limit", 1, request.limit());
        Selection.check(request.select(), request.selectAsString());
        checkSegments(request.segment(), request.totalSegments());
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
        Selection.checkIndex(request.indexName());
        table.schema().requireScalars(projection);
        table.schema().requireScalars(filter);
        NavigableMap<ItemKey, Item> items = segment(table.items(), request.segment(), request.totalSegments());
        if (request.hasExclusiveStartKey()) {
            items = items.tailMap(scanStart(request, table.schema()), false);
        }
        Selection selection =
                new Selection(filter, values, projection, request.select() == Select.COUNT, limit(request.limit()));
        Selection.Page page = selection.page(items.entrySet(), table.schema());
        ScanResponse.Builder response = ScanResponse.builder()
                .count(page.count())
                .scannedCount(page.scanned())
                .consumedCapacity(Capacity.of(request.returnConsumedCapacity())
                        .read(table, page.bytes(), Boolean.TRUE.equals(request.consistentRead()))
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

    private static int limit(@Nullable Integer limit) {
        return limit == null ? Integer.MAX_VALUE : limit;
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

    private static ItemKey queryStart(Map<String, AttributeValue> start, KeyRange range, KeySchema schema) {
        ItemKey key;
        try {
            key = schema.ofKey(start);
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

    private static ItemKey scanStart(ScanRequest request, KeySchema schema) {
        ItemKey key = start(request.exclusiveStartKey(), schema);
        Integer segment = request.segment();
        Integer total = request.totalSegments();
        if (segment != null && total != null && key.segment(total) != segment) {
            throw Errors.validation("The provided starting key is invalid: Invalid ExclusiveStartKey. "
                    + "Please use ExclusiveStartKey with correct Segment. TotalSegments: " + total + " Segment: "
                    + segment);
        }
        return key;
    }

    private static ItemKey start(Map<String, AttributeValue> start, KeySchema schema) {
        try {
            return schema.ofKey(start);
        } catch (AwsServiceException e) {
            throw Errors.validation("The provided starting key is invalid: "
                    + e.awsErrorDetails().errorMessage());
        }
    }

    private static void checkSegments(@Nullable Integer segment, @Nullable Integer total) {
        Rules.atLeast("segment", 0, segment);
        Rules.atLeast("totalSegments", 1, total);
        Rules.atMost("totalSegments", MAX_SEGMENTS, total);
        if (segment == null && total == null) {
            return;
        }
        if (total == null) {
            throw Errors.validation("The TotalSegments parameter is required but was not present in the request "
                    + "when Segment parameter is present");
        }
        if (segment == null) {
            throw Errors.validation("The Segment parameter is required but was not present in the request "
                    + "when parameter TotalSegments is present");
        }
        if (segment >= total) {
            throw Errors.validation("The Segment parameter is zero-based and must be less than parameter "
                    + "TotalSegments: Segment: " + segment + " is not less than TotalSegments: " + total);
        }
    }

    private static NavigableMap<ItemKey, Item> segment(
            NavigableMap<ItemKey, Item> items, @Nullable Integer segment, @Nullable Integer total) {
        if (segment == null || total == null || total == 1) {
            return items;
        }
        ItemKey from = ItemKey.segmentStart(segment, total);
        return segment + 1 == total
                ? items.tailMap(from, true)
                : items.subMap(from, true, ItemKey.segmentStart(segment + 1, total), false);
    }
}

package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.expression.Expressions;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The operations served, each with the parameters it serves, and what serves them. */
final class Operations {
    private static final String NAMES = "ExpressionAttributeNames";
    private static final String VALUES = "ExpressionAttributeValues";
    private static final String CONDITION = "ConditionExpression";
    private static final String PROJECTION = "ProjectionExpression";
    static final String TABLE = "TableName";
    private static final String CAPACITY = "ReturnConsumedCapacity";
    private static final String METRICS = "ReturnItemCollectionMetrics";
    private static final String ON_FAILURE = "ReturnValuesOnConditionCheckFailure";
    private static final String START = "ExclusiveStartKey";

    /** Of all engines: an application's tests make one after the other, and send each the same texts. */
    private static final Expressions EXPRESSIONS = new Expressions();

    private final Map<String, Operation<?>> operations = new TreeMap<>();

    private Operations() {}

    /** All operations by name, on the tables. */
    static Map<String, Operation<?>> all(Clock clock, Tables tables) {
        ItemReader reader = new ItemReader(tables, EXPRESSIONS);
        Writes writes = new Writes(tables, EXPRESSIONS);
        Operations all = new Operations();
        TableOperations.add(all, tables, new TableSettings(tables));
        all.addItemOperations(reader, new ItemWriter(writes));
        all.addSearches(new Searches(tables, EXPRESSIONS));
        all.addBatches(new Batches(tables, writes, reader));
        all.addTransactions(
                new TransactionWriter(writes, new Idempotency(clock)), new TransactionReader(tables, reader));
        return all.operations;
    }

    private void addItemOperations(ItemReader reader, ItemWriter writer) {
        addRead(
                "GetItem",
                GetItemRequest::builder,
                GetItemRequest.class,
                Set.of(TABLE, "Key", "ConsistentRead", CAPACITY, PROJECTION, NAMES),
                reader::get);
        add(
                "PutItem",
                PutItemRequest::builder,
                PutItemRequest.class,
                Set.of(TABLE, "Item", "ReturnValues", CAPACITY, METRICS, CONDITION, NAMES, VALUES, ON_FAILURE),
                writer::put);
        add(
                "DeleteItem",
                DeleteItemRequest::builder,
                DeleteItemRequest.class,
                Set.of(TABLE, "Key", "ReturnValues", CAPACITY, METRICS, CONDITION, NAMES, VALUES, ON_FAILURE),
                writer::delete);
        add(
                "UpdateItem",
                UpdateItemRequest::builder,
                UpdateItemRequest.class,
                Set.of(
                        TABLE,
                        "Key",
                        "ReturnValues",
                        CAPACITY,
                        METRICS,
                        "UpdateExpression",
                        CONDITION,
                        NAMES,
                        VALUES,
                        ON_FAILURE),
                writer::update);
    }

    private void addSearches(Searches searches) {
        addRead(
                "Query",
                QueryRequest::builder,
                QueryRequest.class,
                Set.of(
                        TABLE,
                        "IndexName",
                        "Select",
                        "Limit",
                        "ConsistentRead",
                        "ScanIndexForward",
                        START,
                        CAPACITY,
                        PROJECTION,
                        "FilterExpression",
                        "KeyConditionExpression",
                        NAMES,
                        VALUES),
                searches::query);
        addRead(
                "Scan",
                ScanRequest::builder,
                ScanRequest.class,
                Set.of(
                        TABLE,
                        "IndexName",
                        "Limit",
                        "Select",
                        START,
                        CAPACITY,
                        "TotalSegments",
                        "Segment",
                        PROJECTION,
                        "FilterExpression",
                        NAMES,
                        VALUES,
                        "ConsistentRead"),
                searches::scan);
    }

    private void addBatches(Batches batches) {
        addRead(
                "BatchGetItem",
                BatchGetItemRequest::builder,
                BatchGetItemRequest.class,
                Set.of("RequestItems", CAPACITY),
                batches::get);
        add(
                "BatchWriteItem",
                BatchWriteItemRequest::builder,
                BatchWriteItemRequest.class,
                Set.of("RequestItems", CAPACITY, METRICS),
                batches::write);
    }

    private void addTransactions(TransactionWriter writer, TransactionReader reader) {
        add(
                "TransactWriteItems",
                TransactWriteItemsRequest::builder,
                TransactWriteItemsRequest.class,
                Set.of("TransactItems", CAPACITY, METRICS, "ClientRequestToken"),
                writer::write);
        add(
                "TransactGetItems",
                TransactGetItemsRequest::builder,
                TransactGetItemsRequest.class,
                Set.of("TransactItems", CAPACITY),
                reader::get);
    }

    <Q extends DynamoDbRequest> void add(
            String name,
            Supplier<? extends DynamoDbRequest.Builder> newRequest,
            Class<Q> type,
            Set<String> parameters,
            Function<Q, ? extends DynamoDbResponse> handler) {
        addRead(name, newRequest, type, parameters, (request, freshness) -> handler.apply(request));
    }

    /** Adds an operation that may answer earlier versions of items. */
    private <Q extends DynamoDbRequest> void addRead(
            String name,
            Supplier<? extends DynamoDbRequest.Builder> newRequest,
            Class<Q> type,
            Set<String> parameters,
            BiFunction<Q, Freshness, ? extends DynamoDbResponse> handler) {
        operations.put(name, new Operation<>(name, newRequest, type, parameters, handler));
    }
}

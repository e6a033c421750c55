package io.github.dynamolock.simulation;

import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.local.Rejection;
import io.github.dynamolock.local.Throttling;
import io.github.dynamolock.simulation.Network.Reply;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** The database: dynamolock-local, with a note of what each write did. */
final class Store {

    static final String LOCKS = "locks";
    static final String ITEMS = "items";

    private static final CreateTableRequest TABLE = CreateTableRequest.builder()
            .keySchema(KeySchemaElement.builder()
                    .attributeName("key")
                    .keyType(KeyType.HASH)
                    .build())
            .attributeDefinitions(AttributeDefinition.builder()
                    .attributeName("key")
                    .attributeType(ScalarAttributeType.S)
                    .build())
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .build();

    private final Simulation simulation;
    private final World world;
    private final LocalDynamoDb dynamo = LocalDynamoDb.builder()
            .clock(java.time.Clock.fixed(java.time.Instant.ofEpochMilli(1_790_000_000_000L), java.time.ZoneOffset.UTC))
            .build();
    private final DynamoDbClient client = dynamo.client();

    Store(Simulation simulation) {
        this.simulation = simulation;
        this.world = simulation.world;
        createTable(LOCKS);
        createTable(ITEMS);
    }

    private void createTable(String name) {
        var unused = client.createTable(TABLE.toBuilder().tableName(name).build());
    }

    /** For people with a console. */
    DynamoDbClient console() {
        return client;
    }

    void deleteTable() {
        for (String key : List.copyOf(simulation.rows.keys())) {
            simulation.rows.byHand(key, null, false, world.now());
            simulation.checks.rows.deletedByHand(key);
        }
        client.deleteTable(delete -> delete.tableName(LOCKS));
    }

    void createTableAgain() {
        createTable(LOCKS);
    }

    void close() {
        dynamo.close();
    }

    /** A request has arrived. */
    Reply apply(
            Instance sender, Request request, long number, long sentAt, @Nullable Fault fault, SplittableRandom draw) {
        if (world.isOver()) {
            return new Reply(null, Network.noAnswer());
        }
        if (simulation.network.isOvertaken(number)) {
            simulation.coverage.hit(Fault.OVERTAKEN, request.operation());
        }
        if (fault != null) {
            befall(fault, request, draw);
        }
        DynamoDbResponse response;
        RuntimeException refusal = null;
        try {
            response = send(request.sdk());
        } catch (RuntimeException e) {
            response = null;
            refusal = e;
        }
        boolean applied = refusal == null || fault == Fault.ERROR_500_APPLIED || fault == Fault.ERROR_503_APPLIED;
        RuntimeException refused = refusal;
        simulation.trace(
                sender,
                applied ? 3 : 4,
                () -> "  #" + number + " " + request.operation().title
                        + (refused == null
                                ? " is applied"
                                : " is refused: " + refused.getClass().getSimpleName()));
        if (applied && request.operation() != Operation.GET && request.operation() != Operation.DESCRIBE) {
            written(sender, request, sentAt, response);
        }
        if (fault == Fault.STALE && request.key() != null && response instanceof GetItemResponse) {
            response = GetItemResponse.builder()
                    .item(simulation.rows.earlier(request.key()))
                    .build();
        }
        return new Reply(response, refusal);
    }

    private DynamoDbResponse send(DynamoDbRequest request) {
        if (request instanceof UpdateItemRequest update) {
            return client.updateItem(update);
        }
        if (request instanceof GetItemRequest get) {
            return client.getItem(get);
        }
        if (request instanceof DeleteItemRequest delete) {
            return client.deleteItem(delete);
        }
        if (request instanceof TransactWriteItemsRequest transaction) {
            return client.transactWriteItems(transaction);
        }
        if (request instanceof DescribeTableRequest describe) {
            return client.describeTable(describe);
        }
        if (request instanceof DescribeTimeToLiveRequest describe) {
            return client.describeTimeToLive(describe);
        }
        throw new IllegalArgumentException(
                "nobody sends a " + request.getClass().getSimpleName());
    }

    private void befall(Fault fault, Request request, SplittableRandom draw) {
        var next = dynamo.faults().onAny().times(1);
        switch (fault) {
            case CAPACITY_EXCEEDED -> next.throttle(Throttling.PROVISIONED_THROUGHPUT_EXCEEDED);
            case THROTTLED -> next.throttle(Throttling.THROTTLING);
            case ACCOUNT_LIMIT -> next.throttle(Throttling.REQUEST_LIMIT_EXCEEDED);
            case ERROR_500 -> next.serverError();
            case ERROR_500_APPLIED -> next.serverErrorAfterApplying();
            case ERROR_503 -> next.unavailable();
            case ERROR_503_APPLIED -> next.unavailableAfterApplying();
            case TABLE_MISSING -> next.tableDeleted();
            case CREDENTIALS_EXPIRED -> next.reject(Rejection.EXPIRED_TOKEN);
            case ACCESS_DENIED -> next.reject(Rejection.ACCESS_DENIED);
            case CONFLICT -> next.conflict();
            case ROW_DELETED, ROW_CORRUPT, ROW_FOREIGN -> meddle(fault, String.valueOf(request.key()), draw);
            default -> {}
        }
    }

    private void meddle(Fault fault, String key, SplittableRandom draw) {
        if (simulation.isQuiet()) {
            return;
        }
        if (fault == Fault.ROW_DELETED) {
            simulation.people.deleteRow(key);
        } else {
            simulation.people.plant(key, fault == Fault.ROW_CORRUPT, draw.nextInt(100));
        }
    }

    private void written(Instance sender, Request request, long sentAt, @Nullable DynamoDbResponse response) {
        String key = request.key();
        if (key == null) {
            return;
        }
        if (request.sdk() instanceof TransactWriteItemsRequest transaction && response != null) {
            committed(key, transaction.transactItems());
        }
        Map<String, AttributeValue> item = response instanceof UpdateItemResponse update
                ? update.attributes()
                : request.sdk() instanceof DeleteItemRequest && response != null ? null : read(key);
        RowImage before = simulation.rows.image(key);
        if (item != null && before != null && item.equals(before.item())) {
            return;
        }
        if (request.forced() && before != null) {
            simulation.rows.displace(before.holdId());
        }
        Written written = simulation.rows.written(key, item, sentAt, world.now());
        simulation.checks.rows.applied(request, sender, written, world.now());
        simulation.trace(
                sender,
                written.taken() ? 5 : 6,
                () -> "    row " + key + " is now "
                        + (written.after() == null ? "gone" : written.after().row()));
        simulation.written(sender, written);
    }

    private void committed(String key, List<TransactWriteItem> items) {
        TransactWriteItem guard = items.get(0);
        Map<String, AttributeValue> values = guard.conditionCheck() == null
                ? guard.update().expressionAttributeValues()
                : guard.conditionCheck().expressionAttributeValues();
        String hold = values.values().stream()
                .map(AttributeValue::s)
                .filter(text -> text != null && text.indexOf(':') > 0)
                .map(HoldIds::of)
                .findFirst()
                .orElse("none");
        AttributeValue token = items.get(1).update().expressionAttributeValues().get(":t");
        // What a renewing guard wrote shows in the row by now, under the same hold.
        simulation.checks.rows.committed(
                key, hold, Long.parseLong(Objects.requireNonNull(token).n()));
    }

    @Nullable
    Map<String, AttributeValue> read(String key) {
        Map<String, AttributeValue> item = client.getItem(GetItemRequest.builder()
                        .tableName(LOCKS)
                        .key(Map.of("key", AttributeValue.fromS(key)))
                        .build())
                .item();
        return item.isEmpty() ? null : item;
    }

    /** Whether the row's lease will be over by then. */
    boolean isOverIn(@Nullable String key, long nanos) {
        RowImage image = key == null ? null : simulation.rows.image(key);
        return image != null
                && world.now() + nanos > image.writtenAt() + image.row().lease().toNanos();
    }

    /** An answer has reached its caller, and shows a row. */
    void shown(Instance process, Request request, Reply reply) {
        String key = request.key();
        Map<String, AttributeValue> item = null;
        if (reply.response() instanceof GetItemResponse get) {
            item = get.item();
        } else if (reply.response() instanceof UpdateItemResponse update) {
            item = update.attributes();
        } else if (reply.refusal() instanceof ConditionalCheckFailedException failed && failed.hasItem()) {
            item = failed.item();
        }
        if (key == null || item == null || item.isEmpty()) {
            return;
        }
        AttributeValue version = item.getOrDefault("recordVersionNumber", item.get("lockId"));
        String text = version == null ? null : version.s();
        if (text != null && !process.sightings.knows(key, text)) {
            long lease = process.client().row(item).lease().toNanos();
            process.sightings.note(key, text, process.monotonicNanos(), lease);
        }
    }
}

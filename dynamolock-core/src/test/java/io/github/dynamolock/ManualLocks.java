package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.local.LocalDynamoDb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Clients on one local DynamoDB whose time moves only by hand: every call and callback runs on the calling thread, every
 * timer when the test lets time pass. Only {@code acquireAsync} may wait here; a blocking wait would never end.
 */
final class ManualLocks implements AutoCloseable {

    static final Duration LEASE = Duration.ofSeconds(20);
    static final Duration HEARTBEAT = Duration.ofSeconds(5);

    final ManualTime time = new ManualTime();
    final LocalDynamoDb dynamo = LocalDynamoDb.create();
    final LockTable table;
    private final RowFormat format;
    private final List<LockClient> clients = new ArrayList<>();

    ManualLocks() throws InterruptedException {
        this(LockTable.named("locks"), RowFormat.DYNAMOLOCK);
    }

    ManualLocks(LockTable table, RowFormat format) throws InterruptedException {
        this.table = table;
        this.format = format;
        LockTables.create(dynamo.client(), LockTableSpec.of(table));
    }

    LockClientBuilder builder() {
        return LockClient.builder(dynamo.client())
                .table(table)
                .rowFormat(format)
                .leaseDuration(LEASE)
                .heartbeatPeriod(HEARTBEAT);
    }

    LockClient open(LockClientBuilder settings) {
        return open(settings, dynamo.client());
    }

    /** A client whose calls go through this one. */
    LockClient open(LockClientBuilder settings, DynamoDbClient through) {
        Engine engine = Engines.of(
                through,
                ClientSettings.of(settings),
                time,
                time,
                Runnable::run,
                Runnable::run,
                Runnable::run,
                () -> 0.5);
        LockClient client = new DefaultLockClient(engine, null);
        clients.add(client);
        return client;
    }

    LockClient newClient() {
        return open(builder());
    }

    /** Asks for a lock and lets no time pass. */
    static CompletableFuture<LockHandle> ask(LockClient client, Duration wait) {
        return client.acquireAsync(LockRequest.forKey("k").waitTime(wait).build());
    }

    /** Acquires a lock that must be free. */
    static LockHandle take(LockClient client, LockRequest request) {
        return granted(client.acquireAsync(request));
    }

    /** The lock, which must have been granted already. */
    static LockHandle granted(CompletableFuture<LockHandle> future) {
        assertThat(future).isCompleted();
        return future.getNow(null);
    }

    /** The row of a key; empty when there is none. */
    Map<String, AttributeValue> row(AttributeValue key) {
        return dynamo.client()
                .getItem(get -> get.tableName(table.name()).key(table.keys().primaryKey(key)))
                .item();
    }

    Map<String, AttributeValue> row() {
        return row(AttributeValue.fromS("k"));
    }

    /** Puts a row as another client may have left it. */
    void put(AttributeValue key, Map<String, AttributeValue> attributes) {
        Map<String, AttributeValue> item = new HashMap<>(attributes);
        item.putAll(table.keys().primaryKey(key));
        dynamo.client().putItem(put -> put.tableName(table.name()).item(item));
    }

    void deleteRow(AttributeValue key) {
        dynamo.client()
                .deleteItem(delete ->
                        delete.tableName(table.name()).key(table.keys().primaryKey(key)));
    }

    void pass(Duration duration) {
        time.advance(duration);
    }

    @Override
    public void close() {
        dynamo.faults().clear();
        clients.forEach(LockClient::close);
        dynamo.close();
    }
}

package io.github.dynamolock.spring;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockClientBuilder;
import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import io.github.dynamolock.local.Calls;
import io.github.dynamolock.local.Faults;
import io.github.dynamolock.local.LocalDynamoDb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A table and the clients of several processes, with short times; and threads that end with it. */
public final class AdapterLocks implements AutoCloseable {

    public static final Duration LEASE = Duration.ofSeconds(2);

    private final LocalDynamoDb dynamo = LocalDynamoDb.create();
    private final List<LockClient> clients = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    public AdapterLocks() {
        try {
            LockTables.create(dynamo.client(), LockTableSpec.of("locks"));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A client of a process of its own. */
    public LockClient client() {
        return client(UnaryOperator.identity());
    }

    public LockClient client(UnaryOperator<LockClientBuilder> settings) {
        LockClient client = settings.apply(LockClient.builder(dynamo.client())
                        .table("locks")
                        .leaseDuration(LEASE)
                        .heartbeatPeriod(LEASE.dividedBy(8)))
                .build();
        clients.add(client);
        return client;
    }

    public LocalDynamoDb dynamo() {
        return dynamo;
    }

    public Faults faults() {
        return dynamo.faults();
    }

    public Calls calls() {
        return dynamo.calls();
    }

    public ExecutorService threads() {
        return threads;
    }

    /** Whoever holds the lock finds at its next renewal that it is lost. */
    public void deleteRow(String key) {
        dynamo.client().deleteItem(delete -> delete.tableName("locks").key(Map.of("key", AttributeValue.fromS(key))));
    }

    @Override
    public void close() {
        threads.shutdownNow();
        dynamo.faults().clear();
        clients.forEach(LockClient::close);
        dynamo.close();
    }
}

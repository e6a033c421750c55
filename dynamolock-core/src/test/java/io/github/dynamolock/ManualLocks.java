package io.github.dynamolock;

import io.github.dynamolock.local.LocalDynamoDb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Clients on one local DynamoDB whose time moves only by hand: every call and callback runs on the calling thread, every
 * timer when the test lets time pass. Only {@code acquireAsync} may wait here; a blocking wait would never end.
 */
final class ManualLocks implements AutoCloseable {

    static final Duration LEASE = Duration.ofSeconds(20);
    static final Duration HEARTBEAT = Duration.ofSeconds(5);

    final ManualTime time = new ManualTime();
    final LocalDynamoDb dynamo = LocalDynamoDb.create();
    private final List<LockClient> clients = new ArrayList<>();

    ManualLocks() throws InterruptedException {
        LockTables.create(dynamo.client(), LockTableSpec.of("locks"));
    }

    LockClientBuilder builder() {
        return LockClient.builder(dynamo.client())
                .table("locks")
                .leaseDuration(LEASE)
                .heartbeatPeriod(HEARTBEAT);
    }

    LockClient open(LockClientBuilder settings) {
        Engine engine = Engine.of(
                dynamo.client(),
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

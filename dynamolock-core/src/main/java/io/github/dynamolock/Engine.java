package io.github.dynamolock;

import io.github.dynamolock.table.LockRows;
import java.util.concurrent.Executor;
import java.util.function.DoubleSupplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What the parts of one client share. Its executors and its scheduler never throw: what they are given, they run. */
record Engine(
        ClientSettings settings,
        LockRows rows,
        Clock clock,
        Scheduler scheduler,
        Executor renewals,
        Executor calls,
        Executor callbacks,
        DoubleSupplier random,
        GuardedListeners listeners,
        Observations observations,
        TokenSeeds tokenSeeds,
        Holds holds,
        KeptRows keptRows,
        LocalQueues queues) {

    /** @param events where listeners are told of renewals and requests */
    static Engine of(
            DynamoDbClient dynamoDb,
            ClientSettings settings,
            Clock clock,
            Scheduler scheduler,
            Executor renewals,
            Executor calls,
            Executor callbacks,
            Executor events,
            DoubleSupplier random) {
        GuardedListeners listeners =
                new GuardedListeners(new EventLog(settings.ownerName()), settings.listeners(), events);
        LockRows rows = new LockRows(
                        dynamoDb, settings.table().keys(), settings.rowFormat().layout(), settings.callTimeout())
                .toldTo(listeners::ended);
        return new Engine(
                settings,
                rows,
                clock,
                scheduler,
                renewals,
                calls,
                callbacks,
                random,
                listeners,
                new Observations(),
                new TokenSeeds(),
                new Holds(),
                new KeptRows(scheduler),
                new LocalQueues());
    }

    /** The rows, for what is asked of them by this request. */
    LockRows rows(LockRequest request) {
        return request.name().map(rows::named).orElse(rows);
    }
}

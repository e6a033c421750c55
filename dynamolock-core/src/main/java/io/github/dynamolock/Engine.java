package io.github.dynamolock;

import io.github.dynamolock.table.LockRows;
import java.util.concurrent.Executor;
import java.util.function.DoubleSupplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What the parts of one client share. */
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

    static Engine of(
            DynamoDbClient dynamoDb,
            ClientSettings settings,
            Clock clock,
            Scheduler scheduler,
            Executor renewals,
            Executor calls,
            Executor callbacks,
            DoubleSupplier random) {
        LockRows rows = new LockRows(
                dynamoDb, settings.table().keys(), settings.rowFormat().layout(), settings.callTimeout());
        return new Engine(
                settings,
                rows,
                clock,
                scheduler,
                renewals,
                calls,
                callbacks,
                random,
                new GuardedListeners(settings.listeners(), callbacks),
                new Observations(),
                new TokenSeeds(),
                new Holds(),
                new KeptRows(scheduler),
                new LocalQueues());
    }
}

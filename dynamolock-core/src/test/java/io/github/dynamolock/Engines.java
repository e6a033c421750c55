package io.github.dynamolock;

import java.util.concurrent.Executor;
import java.util.function.DoubleSupplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Engines whose listeners are told of renewals and requests where callbacks run. */
final class Engines {

    private Engines() {}

    static Engine of(
            DynamoDbClient dynamoDb,
            ClientSettings settings,
            Clock clock,
            Scheduler scheduler,
            Executor renewals,
            Executor calls,
            Executor callbacks,
            DoubleSupplier random) {
        return Engine.of(dynamoDb, settings, clock, scheduler, renewals, calls, callbacks, callbacks, random);
    }
}

package io.github.dynamolock.spring.autoconfigure;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockClientBuilder;
import io.github.dynamolock.LockListener;
import io.github.dynamolock.LockTable;
import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import io.github.dynamolock.spring.LockClientBuilderCustomizer;
import java.time.Duration;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Builds the lock client that the properties describe, after a look at its table. */
final class LockClientFactory {

    private static final Logger LOGGER = LoggerFactory.getLogger(LockClientFactory.class);

    private final DynamoLockProperties properties;

    LockClientFactory(DynamoLockProperties properties) {
        this.properties = properties;
    }

    /** Settings as the properties, listeners and customizers give them. */
    LockClientBuilder builder(
            DynamoDbClient dynamoDb, Stream<LockListener> listeners, Stream<LockClientBuilderCustomizer> customizers) {
        check();
        LockClientBuilder builder = settings(dynamoDb, table());
        listeners.forEach(builder::listener);
        customizers.forEach(customizer -> customizer.customize(builder));
        return builder;
    }

    /** The client of these settings, after a look at the table of the properties. */
    LockClient create(LockClientBuilder builder, LockDynamoDb dynamoDb) {
        LockClient client = build(builder);
        try {
            initialize(dynamoDb, table());
        } catch (RuntimeException failure) {
            client.close();
            throw failure;
        }
        return client;
    }

    private void check() {
        positive("dynamolock.lease-duration", properties.leaseDuration());
        positive("dynamolock.poll-interval", properties.pollInterval());
        notNegative("dynamolock.heartbeat-period", properties.heartbeatPeriod());
        notNegative("dynamolock.wait-time", properties.waitTime());
        Duration heartbeat = properties.heartbeatPeriod();
        Duration lease = properties.leaseDuration();
        if (heartbeat.multipliedBy(2).compareTo(lease) > 0) {
            throw new InvalidConfigurationPropertyValueException(
                    "dynamolock.heartbeat-period",
                    heartbeat,
                    "It must be at most half of dynamolock.lease-duration, which is " + lease
                            + ": a lock would be lost when one renewal fails. Set the heartbeat to a third of the lease, or"
                            + " lengthen the lease.");
        }
    }

    private static void positive(String property, Duration value) {
        if (value.isZero()) {
            throw new InvalidConfigurationPropertyValueException(property, value, "It must be longer than zero.");
        }
        notNegative(property, value);
    }

    private static void notNegative(String property, Duration value) {
        if (value.isNegative()) {
            throw new InvalidConfigurationPropertyValueException(property, value, "It must not be negative.");
        }
    }

    private LockTable table() {
        DynamoLockProperties.Table table = properties.table();
        String sortKey = table.sortKey().name();
        try {
            LockTable named = LockTable.named(table.name()).partitionKey(table.partitionKey());
            return sortKey == null
                    ? named
                    : named.sortKey(sortKey, table.sortKey().value());
        } catch (IllegalArgumentException refusal) {
            throw refused(refusal);
        }
    }

    private LockClientBuilder settings(DynamoDbClient dynamoDb, LockTable table) {
        LockClientBuilder builder = LockClient.builder(dynamoDb)
                .table(table)
                .rowFormat(properties.table().rowFormat())
                .leaseDuration(properties.leaseDuration())
                .heartbeatPeriod(properties.heartbeatPeriod())
                .waitTime(properties.waitTime())
                .pollInterval(properties.pollInterval());
        if (properties.ownerName() != null) {
            builder.ownerName(properties.ownerName());
        }
        Duration retention = properties.table().releasedRowRetention();
        if (retention != null) {
            builder.releasedRowRetention(retention);
        }
        return builder;
    }

    private static LockClient build(LockClientBuilder builder) {
        try {
            return builder.build();
        } catch (IllegalArgumentException refusal) {
            throw refused(refusal);
        }
    }

    private static LockSetupException refused(IllegalArgumentException refusal) {
        return new LockSetupException(
                "The lock client refuses its settings: " + refusal.getMessage() + ".",
                "Correct the property under dynamolock.* that this speaks of, or the LockClientBuilderCustomizer that set"
                        + " it.",
                refusal);
    }

    private void initialize(LockDynamoDb dynamoDb, LockTable table) {
        TableInitialization wanted = properties.tableInitialization(dynamoDb.local());
        try {
            if (wanted == TableInitialization.VALIDATE) {
                LockTables.validate(dynamoDb.client(), table);
            } else if (wanted == TableInitialization.CREATE) {
                create(dynamoDb.client(), table);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while creating the lock table", interrupted);
        } catch (RuntimeException failure) {
            throw TableFailures.explain(properties, failure);
        }
    }

    private void create(DynamoDbClient dynamoDb, LockTable table) throws InterruptedException {
        LockTableSpec spec = LockTableSpec.of(table);
        boolean expires = properties.table().releasedRowRetention() != null;
        LockTables.Creation found = LockTables.create(dynamoDb, expires ? spec.withTimeToLive() : spec);
        if (found == LockTables.Creation.CREATED) {
            LOGGER.info("Created the lock table '{}'", table.name());
        }
    }
}

package io.github.dynamolock;

import io.github.dynamolock.table.KeyValues;
import io.github.dynamolock.table.RowLayout;
import io.github.dynamolock.table.TableKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.waiters.WaiterOverrideConfiguration;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.MultiRegionConsistency;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/** Creates and checks tables. */
final class TableAdmin {

    private static final Logger log = LoggerFactory.getLogger(TableAdmin.class);

    private static final Duration ACTIVE_WITHIN = Duration.ofMinutes(2);

    /** The SDK's own waiter looks every 20 seconds; a new table is mostly active after a few. */
    private static final BackoffStrategy LOOKS =
            BackoffStrategy.exponentialDelay(Duration.ofMillis(100), Duration.ofSeconds(2));

    private final DynamoDbClient dynamoDb;

    TableAdmin(DynamoDbClient dynamoDb) {
        this.dynamoDb = dynamoDb;
    }

    LockTables.Creation create(LockTableSpec spec) throws InterruptedException {
        LockTables.Creation creation = exists(spec.table()) ? LockTables.Creation.ALREADY_EXISTED : createAbsent(spec);
        awaitActive(spec.table());
        validate(spec.table());
        if (creation == LockTables.Creation.CREATED && spec.timeToLive()) {
            turnTimeToLiveOn(spec.table());
        }
        return creation;
    }

    /** Looked at first, so that who only uses a table needs no permission to create one. */
    private boolean exists(LockTable table) {
        try {
            return dynamoDb.describeTable(describe -> describe.tableName(table.name()))
                            .table()
                            .tableStatus()
                    != TableStatus.DELETING;
        } catch (ResourceNotFoundException e) {
            return false;
        } catch (SdkException e) {
            throw Errors.unusable(table, "the lock table could not be checked", e);
        }
    }

    private LockTables.Creation createAbsent(LockTableSpec spec) {
        try {
            dynamoDb.createTable(request(spec));
            return LockTables.Creation.CREATED;
        } catch (ResourceInUseException e) {
            return LockTables.Creation.ALREADY_EXISTED;
        } catch (SdkException e) {
            throw Errors.unusable(spec.table(), "the lock table could not be created", e);
        }
    }

    private static CreateTableRequest request(LockTableSpec spec) {
        TableKeys keys = spec.table().keys();
        List<Tag> tags = new TreeMap<>(spec.tags())
                .entrySet().stream()
                        .map(tag -> Tag.builder()
                                .key(tag.getKey())
                                .value(tag.getValue())
                                .build())
                        .toList();
        CreateTableRequest.Builder request = CreateTableRequest.builder()
                .tableName(keys.table())
                .keySchema(schema(keys))
                .attributeDefinitions(definitions(keys));
        if (!tags.isEmpty()) {
            request.tags(tags);
        }
        return spec.throughput() == null
                ? request.billingMode(BillingMode.PAY_PER_REQUEST).build()
                : request.billingMode(BillingMode.PROVISIONED)
                        .provisionedThroughput(spec.throughput())
                        .build();
    }

    private static List<KeySchemaElement> schema(TableKeys keys) {
        List<KeySchemaElement> schema = new ArrayList<>();
        schema.add(element(keys.partitionKey(), KeyType.HASH));
        if (keys.sortKey() != null) {
            schema.add(element(keys.sortKey(), KeyType.RANGE));
        }
        return schema;
    }

    private static KeySchemaElement element(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    private static List<AttributeDefinition> definitions(TableKeys keys) {
        List<AttributeDefinition> definitions = new ArrayList<>();
        definitions.add(definition(keys.partitionKey(), keys.partitionType()));
        if (keys.sortKey() != null && keys.sortValue() != null) {
            definitions.add(definition(keys.sortKey(), KeyValues.typeOf(keys.sortValue())));
        }
        return definitions;
    }

    private static AttributeDefinition definition(String name, ScalarAttributeType type) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(type)
                .build();
    }

    private void awaitActive(LockTable table) throws InterruptedException {
        WaiterOverrideConfiguration limit = WaiterOverrideConfiguration.builder()
                .waitTimeout(ACTIVE_WITHIN)
                .maxAttempts(Integer.MAX_VALUE)
                .backoffStrategyV2(LOOKS)
                .build();
        try (DynamoDbWaiter waiter = DynamoDbWaiter.builder()
                .client(dynamoDb)
                .overrideConfiguration(limit)
                .build()) {
            waiter.waitUntilTableExists(describe -> describe.tableName(table.name()));
        } catch (SdkException e) {
            if (Thread.interrupted()) {
                InterruptedException interrupted = new InterruptedException("interrupted before the table was active");
                interrupted.initCause(e);
                throw interrupted;
            }
            throw Errors.unusable(table, "the lock table did not become active", e);
        }
    }

    private void turnTimeToLiveOn(LockTable table) {
        try {
            dynamoDb.updateTimeToLive(update -> update.tableName(table.name())
                    .timeToLiveSpecification(
                            ttl -> ttl.attributeName(RowLayout.EXPIRES_AT).enabled(true)));
        } catch (SdkException e) {
            log.warn(
                    "the lock table '{}' was created, but DynamoDB's TTL could not be turned on for {}; locks work without"
                            + " it, and released rows stay",
                    table.name(),
                    RowLayout.EXPIRES_AT,
                    e);
        }
    }

    void validate(LockTable table) {
        TableDescription found;
        try {
            found = dynamoDb.describeTable(describe -> describe.tableName(table.name()))
                    .table();
        } catch (SdkException e) {
            throw Errors.unusable(table, "the lock table could not be checked", e);
        }
        if (found.tableStatus() != TableStatus.ACTIVE && found.tableStatus() != TableStatus.UPDATING) {
            throw unfit(table, "is " + found.tableStatusAsString() + ", not ACTIVE; try again when it is");
        }
        requireKeys(table, found);
        boolean replicated = found.hasReplicas() && !found.replicas().isEmpty();
        if (replicated && found.multiRegionConsistency() != MultiRegionConsistency.STRONG) {
            throw unfit(
                    table,
                    "is a global table of eventually consistent replicas: two regions could grant the same lock. Use a"
                            + " table of one region, or multi-Region strong consistency");
        }
    }

    private static void requireKeys(LockTable table, TableDescription found) {
        String expected = describe(schema(table.keys()), definitions(table.keys()));
        String actual = describe(found.keySchema(), found.attributeDefinitions());
        if (!expected.equals(actual)) {
            throw unfit(
                    table,
                    "has the keys " + actual + ", but the lock client is set to " + expected
                            + ". Correct the key names and types in the client's settings, or use another table");
        }
    }

    private static String describe(List<KeySchemaElement> schema, List<AttributeDefinition> definitions) {
        List<String> keys = new ArrayList<>();
        for (KeySchemaElement element : schema) {
            String type = definitions.stream()
                    .filter(definition -> definition.attributeName().equals(element.attributeName()))
                    .map(AttributeDefinition::attributeTypeAsString)
                    .findFirst()
                    .orElse("?");
            keys.add(element.attributeName() + " (" + element.keyTypeAsString() + ", " + type + ")");
        }
        return String.join(" and ", keys);
    }

    private static LockTableException unfit(LockTable table, String what) {
        return new LockTableException("table '" + table.name() + "' " + what, null);
    }
}

package io.github.dynamolock;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;

/**
 * A lock table to be created: on demand and without tags or TTL unless said otherwise. Immutable.
 *
 * @param table name and keys
 * @param throughput provisioned capacity, or null for on-demand
 * @param tags the table's tags
 * @param timeToLive whether to turn DynamoDB's TTL on for {@code expiresAt}
 */
public record LockTableSpec(
        LockTable table, @Nullable ProvisionedThroughput throughput, Map<String, String> tags, boolean timeToLive) {

    /** Keeps its own copy of the tags. */
    public LockTableSpec {
        tags = Map.copyOf(tags);
    }

    /** An on-demand table with these keys. */
    public static LockTableSpec of(LockTable table) {
        return new LockTableSpec(table, null, Map.of(), false);
    }

    /** An on-demand table with the single key {@code key}. */
    public static LockTableSpec of(String tableName) {
        return of(LockTable.named(tableName));
    }

    /** With provisioned capacity. */
    public LockTableSpec provisioned(long readUnits, long writeUnits) {
        ProvisionedThroughput units = ProvisionedThroughput.builder()
                .readCapacityUnits(readUnits)
                .writeCapacityUnits(writeUnits)
                .build();
        return new LockTableSpec(table, units, tags, timeToLive);
    }

    /** With one more tag. */
    public LockTableSpec tag(String name, String value) {
        Map<String, String> all = new LinkedHashMap<>(tags);
        all.put(name, value);
        return new LockTableSpec(table, throughput, all, timeToLive);
    }

    /** With DynamoDB's TTL on {@code expiresAt}, which {@link LockClientBuilder#releasedRowRetention} fills. */
    public LockTableSpec withTimeToLive() {
        return new LockTableSpec(table, throughput, tags, true);
    }
}

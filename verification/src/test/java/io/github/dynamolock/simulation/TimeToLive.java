package io.github.dynamolock.simulation;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** DynamoDB's TTL on the lock table: now and then it deletes the rows whose time is over, whoever holds them. */
final class TimeToLive {

    static final String ATTRIBUTE = "expiresAt";

    private static final long EVERY_MILLIS = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final Simulation simulation;
    private final World world;

    TimeToLive(Simulation simulation) {
        this.simulation = simulation;
        this.world = simulation.world;
    }

    /** Until the end of the schedule. */
    void begin() {
        for (long at = EVERY_MILLIS; at < Plan.LENGTH_MILLIS; at += EVERY_MILLIS) {
            world.after(at * NANOS_PER_MILLI, this::sweep);
        }
    }

    private void sweep() {
        for (String key : List.copyOf(simulation.rows.keys())) {
            RowImage row = simulation.rows.image(key);
            AttributeValue expiresAt = row == null ? null : row.item().get(ATTRIBUTE);
            if (expiresAt != null && Long.parseLong(expiresAt.n()) < world.wallMillis() / 1_000) {
                delete(key);
            }
        }
    }

    private void delete(String key) {
        simulation.trace(null, 19, () -> "the time of row " + key + " is over");
        simulation
                .store
                .console()
                .deleteItem(delete -> delete.tableName(Store.LOCKS).key(Map.of("key", AttributeValue.fromS(key))));
        Written unused = simulation.rows.written(key, null, world.now(), world.now());
    }
}

package io.github.dynamolock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Collects the settings of a {@link LockClient}. Only the table has no default. Not thread-safe. */
public final class LockClientBuilder {

    final DynamoDbClient dynamoDb;

    @Nullable
    LockTable table;

    RowFormat rowFormat = RowFormat.DYNAMOLOCK;

    @Nullable
    String ownerName;

    Duration leaseDuration = Duration.ofSeconds(20);
    Duration heartbeatPeriod = Duration.ofSeconds(5);
    Duration waitTime = Duration.ofSeconds(10);
    Duration pollInterval = Duration.ofSeconds(1);

    @Nullable
    Duration releasedRowRetention;

    Supplier<String> idGenerator = Ids::random;

    @Nullable
    TimeSource timeSource;

    final List<LockListener> listeners = new ArrayList<>();

    LockClientBuilder(DynamoDbClient dynamoDb) {
        this.dynamoDb = dynamoDb;
    }

    /** The table, with the single key {@code key}. */
    public LockClientBuilder table(String tableName) {
        return table(LockTable.named(tableName));
    }

    /** The table and the names of its keys. */
    public LockClientBuilder table(LockTable lockTable) {
        this.table = lockTable;
        return this;
    }

    /**
     * Names the owner in the rows, for people to read; who holds a lock is never judged by it. Default: host name,
     * process id and a random part. At most 255 characters.
     */
    public LockClientBuilder ownerName(String name) {
        this.ownerName = name;
        return this;
    }

    /** How long a lock outlives the last renewal that reached the table. Default: 20 seconds. */
    public LockClientBuilder leaseDuration(Duration lease) {
        this.leaseDuration = lease;
        return this;
    }

    /**
     * The time between two renewals. Default: 5 seconds. At most half the lease, and better no more than a third of it;
     * {@link Duration#ZERO} turns automatic renewal off.
     */
    public LockClientBuilder heartbeatPeriod(Duration period) {
        this.heartbeatPeriod = period;
        return this;
    }

    /** The total time that {@link LockClient#acquire(String)} waits. Default: 10 seconds. */
    public LockClientBuilder waitTime(Duration total) {
        this.waitTime = total;
        return this;
    }

    /** The longest time between two looks at a held row. Default: 1 second. */
    public LockClientBuilder pollInterval(Duration interval) {
        this.pollInterval = interval;
        return this;
    }

    /** How the rows are written. Default: {@link RowFormat#DYNAMOLOCK}. */
    public LockClientBuilder rowFormat(RowFormat format) {
        this.rowFormat = format;
        return this;
    }

    /**
     * Lets DynamoDB's TTL delete released rows after this time, by the attribute {@code expiresAt}. Default: they stay.
     * A deleted row takes its token with it, so use hours or a day: a row that is deleted while a request for it is still
     * under way, within seconds of its release, can make tokens fall back or a release look like a loss.
     * Not for tables that the Go or AWS clients share: those would keep the attribute on a held row.
     */
    public LockClientBuilder releasedRowRetention(Duration retention) {
        this.releasedRowRetention = retention;
        return this;
    }

    /**
     * Makes the ids of holds. Default: 128 random bits. Each id must be unique among all clients for ever: exclusion rests
     * on it. An id that is empty, has a colon or more than 255 characters fails the acquisition that asked for it.
     */
    public LockClientBuilder idGenerator(Supplier<String> generator) {
        this.idGenerator = generator;
        return this;
    }

    /**
     * Gives the client a time that is not the machine's: for tests that move it. Default: the machine's clocks, and a timer
     * thread of the client's own.
     */
    public LockClientBuilder timeSource(TimeSource time) {
        this.timeSource = time;
        return this;
    }

    /** Adds a listener; they are called in the order in which they were added. */
    public LockClientBuilder listener(LockListener listener) {
        this.listeners.add(listener);
        return this;
    }

    /**
     * Builds the client. Makes no call: see {@link LockTables#validate} to check the table first.
     *
     * @throws IllegalArgumentException when the settings are wrong or do not go together
     */
    public LockClient build() {
        return new DefaultLockClient(dynamoDb, ClientSettings.of(this));
    }
}

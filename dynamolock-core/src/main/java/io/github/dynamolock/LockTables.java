package io.github.dynamolock;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Creates and checks lock tables. Thread-safe. */
public final class LockTables {

    private LockTables() {}

    /** What {@link #create} found. */
    public enum Creation {
        /** The table was created and is active. */
        CREATED,
        /** The table existed and fits; it was not changed. */
        ALREADY_EXISTED
    }

    /**
     * Creates the table and waits until it is active; leaves one that exists as it is, after checking it as
     * {@link #validate} does. Blocks, for up to two minutes. Safe to call from many processes at once. That TTL could not be
     * turned on is only logged: locks do not need it.
     *
     * @throws LockTableException when the table can't be created, or exists and does not fit
     * @throws InterruptedException when the thread is interrupted while waiting
     */
    public static Creation create(DynamoDbClient dynamoDb, LockTableSpec spec) throws InterruptedException {
        return new TableAdmin(dynamoDb).create(spec);
    }

    /**
     * Checks with one DescribeTable that the table exists, is active, has exactly these keys, and is no global table of
     * eventually consistent replicas, on which two regions could grant one lock.
     *
     * @throws LockTableException when it does not fit; the message names what was expected and what was found
     */
    public static void validate(DynamoDbClient dynamoDb, LockTable table) {
        new TableAdmin(dynamoDb).validate(table);
    }
}

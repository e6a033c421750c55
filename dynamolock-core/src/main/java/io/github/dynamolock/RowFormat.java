package io.github.dynamolock;

import io.github.dynamolock.table.RowLayout;

/**
 * How a client writes its rows, so that it can share a table with other lock clients. Leases are read in every form,
 * whatever the format; a table must not be shared by clients of different formats.
 */
public enum RowFormat {
    /** Our rows, which the Go library {@code cirello.io/dynamolock} also writes and reads: leases as {@code 20s}. */
    DYNAMOLOCK(RowLayout.DYNAMOLOCK),
    /** As {@link #DYNAMOLOCK}, with leases in milliseconds, as AWS's {@code dynamodb-lock-client} writes and reads. */
    AWS_LOCK_CLIENT(RowLayout.AWS_LOCK_CLIENT),
    /**
     * The rows of the Go library {@code raito-io/go-dynamo-utils/distrlock}: {@code lockId} and {@code timeout} in
     * nanoseconds; a release deletes the row, so {@link LockHandle#fencingToken()} rests on clocks, and each acquisition
     * from the table is two writes.
     */
    DISTRLOCK(RowLayout.DISTRLOCK);

    // A record of strings and an enum: immutable, though nothing says so to the checker.
    @SuppressWarnings("ImmutableEnumChecker")
    private final RowLayout layout;

    RowFormat(RowLayout layout) {
        this.layout = layout;
    }

    RowLayout layout() {
        return layout;
    }
}

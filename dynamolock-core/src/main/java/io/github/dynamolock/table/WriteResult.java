package io.github.dynamolock.table;

import org.jspecify.annotations.Nullable;

/**
 * How a conditional write ended. What the caller must expect is a result; only what makes the table unusable is thrown.
 * Internal.
 */
public sealed interface WriteResult {

    /**
     * The condition held and the write is in the table.
     *
     * @param row the row after the write; null after a deletion
     */
    record Applied(@Nullable LockRow row) implements WriteResult {}

    /**
     * The condition did not hold for this attempt. Evidence, no verdict: an earlier attempt of the same write may have
     * been applied and its reply lost, which the row then shows.
     *
     * @param row the row that refused it, or null when there is none
     * @param sentBefore whether the SDK had sent the write before within the call
     */
    record Refused(@Nullable LockRow row, boolean sentBefore) implements WriteResult {}

    /**
     * Nobody knows whether the write was applied, or will still be.
     *
     * @param cause what the caller saw
     */
    record Unknown(RuntimeException cause) implements WriteResult {}
}

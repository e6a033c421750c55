package io.github.dynamolock.simulation;

import io.github.dynamolock.LockClientBuilder;
import io.github.dynamolock.RowFormat;
import java.time.Duration;

/**
 * What kind of schedule it is.
 *
 * @param rows what becomes of rows at their release
 * @param keys how many
 * @param slots how many processes there are at a time
 * @param meddling whether somebody deletes rows and tables, or puts other items there; wall clocks agree then
 * @param staleReads whether reads may tell what was before, however they ask
 * @param sameOwner whether all processes have one name
 * @param throwing whether listeners throw
 * @param blocking whether callbacks that may take their time do so
 * @param crowd how many ask at a time for each that usually does
 * @param repeatedIds whether ids of holds repeat
 * @param lossRate of requests, and of replies
 * @param duplicateRate of requests
 * @param rareRate of each other fault, for those calls that are rare
 * @param drift of clocks at most
 * @param retentionSeconds after which released rows may be deleted, or 0 for never; wall clocks agree then
 */
record Settings(
        Rows rows,
        int keys,
        int slots,
        boolean meddling,
        boolean staleReads,
        boolean sameOwner,
        boolean throwing,
        boolean blocking,
        int crowd,
        boolean repeatedIds,
        double lossRate,
        double duplicateRate,
        double rareRate,
        double drift,
        int retentionSeconds) {

    /** What becomes of a row at its release. */
    enum Rows {
        KEPT(RowFormat.DYNAMOLOCK, false),
        KEPT_IN_MILLISECONDS(RowFormat.AWS_LOCK_CLIENT, false),
        DELETED_ON_REQUEST(RowFormat.DYNAMOLOCK, true),
        DELETED_BY_FORMAT(RowFormat.DISTRLOCK, false);

        // An enum: immutable.
        final RowFormat format;
        final boolean deleteOnRelease;

        Rows(RowFormat format, boolean deleteOnRelease) {
            this.format = format;
            this.deleteOnRelease = deleteOnRelease;
        }

        boolean areDeleted() {
            return this == DELETED_ON_REQUEST || this == DELETED_BY_FORMAT;
        }
    }

    /** Sets what all clients have alike. */
    LockClientBuilder set(LockClientBuilder client) {
        client.rowFormat(rows.format);
        return retentionSeconds == 0 ? client : client.releasedRowRetention(Duration.ofSeconds(retentionSeconds));
    }

    boolean wallClocksAgree() {
        return rows.areDeleted() || meddling || retentionSeconds > 0;
    }
}

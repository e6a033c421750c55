package io.github.dynamolock.table;

import org.jspecify.annotations.Nullable;

/**
 * The record version number of our own rows: {@code <holdId>:<10-digit counter>}. The hold id is new for each
 * acquisition, the counter grows with each renewal; so versions of one hold have an order that a DynamoDB condition can
 * compare as text. Versions that other clients write are opaque. Internal.
 */
public final class RecordVersion {

    private static final int DIGITS = 10;

    private RecordVersion() {}

    /** The version of a hold at a count. */
    public static String of(String holdId, long counter) {
        String digits = Long.toString(counter);
        // Each request has one: a format string would take longer than all else in it.
        return holdId + ":" + "0".repeat(Math.max(0, DIGITS - digits.length())) + digits;
    }

    /** What every version of a hold begins with, and no other version does. */
    public static String prefix(String holdId) {
        return holdId + ":";
    }

    /** Whether a version is one of this hold's. */
    public static boolean belongsTo(String version, @Nullable String holdId) {
        return holdId != null && version.startsWith(prefix(holdId));
    }
}

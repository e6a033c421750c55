package io.github.dynamolock.simulation;

import org.jspecify.annotations.Nullable;

/**
 * What a write did to a row.
 *
 * @param before null when there was none
 * @param after null when there is none
 * @param taken whether a hold got the row that did not have it before
 */
record Written(
        String key, @Nullable RowImage before, @Nullable RowImage after, boolean taken) {

    boolean renews() {
        return !taken
                && before != null
                && after != null
                && after.isHeld()
                && before.isHeld()
                && !String.valueOf(before.row().version()).equals(after.row().version());
    }

    boolean frees() {
        return before != null && before.isHeld() && (after == null || !after.isHeld());
    }
}

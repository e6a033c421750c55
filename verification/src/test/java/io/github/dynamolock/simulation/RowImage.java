package io.github.dynamolock.simulation;

import io.github.dynamolock.table.LockRow;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A row between two writes.
 *
 * @param item as it stands in the table
 * @param row as a client reads it
 * @param writtenAt when it was written
 * @param planted whether it was put there by hand and is no sound lock row
 */
record RowImage(Map<String, AttributeValue> item, LockRow row, long writtenAt, boolean planted) {

    @Nullable
    String holdId() {
        String version = row.version();
        return version == null ? null : HoldIds.of(version);
    }

    boolean isHeld() {
        return row.version() != null && !row.released();
    }

    boolean isHeldBy(String holdId) {
        return isHeld() && holdId.equals(holdId());
    }

    static boolean isHeld(@Nullable RowImage image, @Nullable String holdId) {
        return image != null && holdId != null && image.isHeldBy(holdId);
    }
}

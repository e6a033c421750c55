package io.github.dynamolock.table;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A row as read. Internal.
 *
 * @param version the record version number, or null when the row has none and so is no lock row
 * @param lease the lease; zero when it can't be read
 * @param ownerName the owner, empty when the row does not say
 * @param released whether the row is marked as released
 * @param fencingToken the latest token, 0 when there is none
 * @param data the payload, or null
 * @param attributes everything that is not the lock's own
 * @param corruption what is wrong with the row, for a message, or null when it is sound
 */
public record LockRow(
        @Nullable String version,
        Duration lease,
        String ownerName,
        boolean released,
        long fencingToken,
        @Nullable SdkBytes data,
        Map<String, AttributeValue> attributes,
        @Nullable String corruption) {

    /** Whether this row is held under this hold id. */
    public boolean isHeldBy(String holdId) {
        return !released && isOf(holdId);
    }

    /** Whether this row was last written under this hold id, held or released. */
    public boolean isOf(String holdId) {
        return version != null && RecordVersion.belongsTo(version, holdId);
    }
}

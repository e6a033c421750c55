package io.github.dynamolock.table;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What an acquisition writes, whichever row it takes. Internal.
 *
 * @param key the partition key
 * @param holdId the id of the hold to begin
 * @param ownerName the owner to write
 * @param lease the lease to write
 * @param data the payload, or null
 * @param replaceData whether the payload, or its absence, replaces what the row has
 * @param attributes further attributes
 * @param tokenSeed where tokens of a row begin that has none: the current epoch milliseconds
 */
public record Acquire(
        AttributeValue key,
        String holdId,
        String ownerName,
        Duration lease,
        @Nullable SdkBytes data,
        boolean replaceData,
        Map<String, AttributeValue> attributes,
        long tokenSeed) {

    /** The same, with this payload in the place of whatever the row has. */
    public Acquire withData(SdkBytes payload) {
        return new Acquire(key, holdId, ownerName, lease, payload, true, attributes, tokenSeed);
    }
}

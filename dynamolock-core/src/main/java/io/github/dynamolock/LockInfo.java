package io.github.dynamolock;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A row of the lock table as it was read: a look that can neither renew nor release.
 *
 * @param key the key as text
 * @param ownerName who holds it, or held it last; empty when the row does not say
 * @param leaseDuration the lease in the row
 * @param recordVersionNumber changes with each acquisition and renewal; opaque
 * @param released whether the row says that it is released
 * @param fencingToken the latest token granted, 0 when none ever was
 * @param data the payload, or null
 * @param attributes every attribute that is not the lock's own
 * @param state what this client makes of the row
 */
public record LockInfo(
        String key,
        String ownerName,
        Duration leaseDuration,
        String recordVersionNumber,
        boolean released,
        long fencingToken,
        @Nullable SdkBytes data,
        Map<String, AttributeValue> attributes,
        State state) {

    /** What a client makes of a row. */
    public enum State {
        /** Released: the next acquisition gets it. */
        FREE,
        /** Held by another client, as far as known. */
        HELD,
        /** Held by the client that looked. */
        HELD_BY_THIS_CLIENT,
        /** The client that looked has seen this same version for longer than the lease: the holder is gone. */
        EXPIRED_AS_OBSERVED
    }
}

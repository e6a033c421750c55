package io.github.dynamolock;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/**
 * How to release a lock.
 *
 * @param data payload to leave in the row, or null to keep what is there; not written when the row is deleted
 * @param delete whether to delete the row, or null for what the acquisition asked for
 */
public record ReleaseRequest(
        @Nullable SdkBytes data, @Nullable Boolean delete) {

    private static final ReleaseRequest PLAIN = new ReleaseRequest(null, null);

    /** Checks that the payload can be stored. */
    public ReleaseRequest {
        Payloads.require(data);
    }

    /** Keeps the row's data and does with the row what the acquisition asked for. */
    public static ReleaseRequest plain() {
        return PLAIN;
    }

    /** Leaves this payload in the row. */
    public ReleaseRequest withData(SdkBytes payload) {
        return new ReleaseRequest(payload, delete);
    }

    /** Deletes the row, or keeps it, whatever the acquisition asked for. */
    public ReleaseRequest withDelete(boolean deleteRow) {
        return new ReleaseRequest(data, deleteRow);
    }
}

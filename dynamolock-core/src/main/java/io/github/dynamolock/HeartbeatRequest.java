package io.github.dynamolock;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/**
 * What a manual heartbeat does besides renewing.
 *
 * @param data payload to write into the row, or null to leave it
 * @param deleteData whether to remove the row's payload
 * @param retries how often to try again when the table could not be reached, within the lease; 0 by default
 */
public record HeartbeatRequest(@Nullable SdkBytes data, boolean deleteData, int retries) {

    private static final HeartbeatRequest PLAIN = new HeartbeatRequest(null, false, 0);

    /** Checks that the parts go together. */
    public HeartbeatRequest {
        Payloads.require(data);
        if (data != null && deleteData) {
            throw new IllegalArgumentException("a heartbeat either replaces the data or deletes it, not both");
        }
        if (retries < 0) {
            throw new IllegalArgumentException("retries must not be negative, but was " + retries);
        }
    }

    /** Renews only. */
    public static HeartbeatRequest plain() {
        return PLAIN;
    }

    /** Replaces the row's payload. */
    public HeartbeatRequest withData(SdkBytes payload) {
        return new HeartbeatRequest(payload, false, retries);
    }

    /** Removes the row's payload. */
    public HeartbeatRequest withoutData() {
        return new HeartbeatRequest(null, true, retries);
    }

    /** Tries again this often when the table could not be reached. */
    public HeartbeatRequest withRetries(int times) {
        return new HeartbeatRequest(data, deleteData, times);
    }
}

package io.github.dynamolock;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/** The limit of what fits into a row beside the lock's own attributes. */
final class Payloads {

    /** DynamoDB's limit for a whole item ("Quotas in Amazon DynamoDB", DynamoDB Developer Guide). */
    private static final int MAX_ITEM_BYTES = 400 * 1024;

    private Payloads() {}

    static void require(@Nullable SdkBytes data) {
        int bytes = data == null ? 0 : data.asByteArrayUnsafe().length;
        if (bytes >= MAX_ITEM_BYTES) {
            throw new IllegalArgumentException("data of " + bytes
                    + " bytes does not fit into a row: DynamoDB's limit for all" + " attributes together is "
                    + MAX_ITEM_BYTES + " bytes. Store it elsewhere, and its place in the row");
        }
    }
}

package io.github.dynamolock.simulation;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/** A write by which a hold got a row, as the table saw it. */
final class Taken {

    final String key;
    final String holdId;

    /** Its place among all writes. */
    final long order;

    /** When the write was sent that made the row whose tokens this one goes on with. */
    final long seedSentAt;

    final @Nullable SdkBytes dataBefore;
    final @Nullable SdkBytes dataAfter;
    final boolean handedOver;

    /** Raised later, where tokens rest on clocks. */
    long token;

    Taken(
            String key,
            String holdId,
            long order,
            long seedSentAt,
            long token,
            boolean handedOver,
            @Nullable SdkBytes dataBefore,
            @Nullable SdkBytes dataAfter) {
        this.key = key;
        this.holdId = holdId;
        this.order = order;
        this.seedSentAt = seedSentAt;
        this.token = token;
        this.handedOver = handedOver;
        this.dataBefore = dataBefore;
        this.dataAfter = dataAfter;
    }
}

package io.github.dynamolock.table;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A hold that can stand as a condition in a transaction. Internal: the fencing package is the way to it. */
public interface FencedHold {

    /** Passes as long as the hold is in the row, at whatever renewal. */
    TransactWriteItem check();

    /** Passes under the same condition, and renews. */
    Renewal renewal();

    /** A renewal that somebody else sends. */
    interface Renewal {

        /** The write. */
        TransactWriteItem item();

        /** It is in the table. */
        void applied();

        /** It was refused by this item; null when the answer had none, which one read then makes up for. */
        void refused(@Nullable Map<String, AttributeValue> item);
    }
}

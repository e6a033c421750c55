package io.github.dynamolock.fencing;

import io.github.dynamolock.table.FencedHold;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * A guard that renews the lock's lease as part of one transaction. For one transaction only; not thread-safe.
 *
 * <p>The lease counts from the moment the guard was made, so make it just before the transaction is sent. A transaction of
 * unknown outcome needs no word: the lease then simply is not known to be renewed, and the next renewal finds out.
 */
public final class RenewingGuard {

    private static final String CONDITION_FAILED = "ConditionalCheckFailed";

    private final FencedHold.Renewal renewal;

    RenewingGuard(FencedHold.Renewal renewal) {
        this.renewal = renewal;
    }

    /** The item to put among those of the transaction. */
    public TransactWriteItem item() {
        return renewal.item();
    }

    /** The transaction succeeded: the lease is renewed. */
    public void succeeded() {
        renewal.applied();
    }

    /**
     * The transaction was cancelled. When the guard's own condition was the reason, the lock is lost, and its holder is
     * told; any other reason leaves the lock as it was. Makes one call when the reason carries no item.
     *
     * @param position of {@link #item()} among the transaction's items, from 0
     */
    public void cancelled(TransactionCanceledException cancelled, int position) {
        List<CancellationReason> reasons = cancelled.cancellationReasons();
        if (position < 0 || position >= reasons.size()) {
            throw new IllegalArgumentException(
                    "position " + position + " is not among the transaction's " + reasons.size() + " items");
        }
        CancellationReason own = reasons.get(position);
        if (CONDITION_FAILED.equals(own.code())) {
            renewal.refused(own.hasItem() && !own.item().isEmpty() ? own.item() : null);
        }
    }

    /**
     * Sends the transaction with this guard before its items, and takes note of how it ended. Blocks as the client does.
     *
     * @throws TransactionCanceledException as DynamoDB throws it; the guard stands first among its reasons
     */
    public TransactWriteItemsResponse execute(DynamoDbClient dynamoDb, TransactWriteItemsRequest transaction) {
        List<TransactWriteItem> items = new ArrayList<>();
        items.add(item());
        items.addAll(transaction.transactItems());
        try {
            TransactWriteItemsResponse response = dynamoDb.transactWriteItems(
                    transaction.toBuilder().transactItems(items).build());
            succeeded();
            return response;
        } catch (TransactionCanceledException e) {
            cancelled(e, 0);
            throw e;
        }
    }
}

package io.github.dynamolock.fencing;

import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockLostException;
import io.github.dynamolock.table.FencedHold;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Items for your own {@code TransactWriteItems} that let it succeed only while a lock is held. The lock's table and the
 * data's must be in the same account and region. Thread-safe; makes no call.
 *
 * <pre>{@code
 * dynamoDb.transactWriteItems(write -> write.transactItems(
 *         TransactionGuards.check(lock),
 *         TransactWriteItem.builder().update(payment).build()));
 * }</pre>
 *
 * <p>A transaction whose guard fails is cancelled as a whole: DynamoDB throws {@code TransactionCanceledException} with
 * {@code ConditionalCheckFailed} at the guard's place. A transaction may also be cancelled by {@code TransactionConflict}
 * when a renewal of the same lock is under way: that says nothing of the lock, and trying again is right. Renewals that
 * meet a transaction are tried again by the client itself.
 */
public final class TransactionGuards {

    private TransactionGuards() {}

    /**
     * A condition that holds as long as nobody else has the lock, however often it was renewed.
     *
     * @throws LockLostException when the lock is known to be lost already
     * @throws IllegalArgumentException when the handle is not one of a dynamolock client
     */
    public static TransactWriteItem check(LockHandle lock) {
        return hold(lock).check();
    }

    /**
     * A write under the same condition that also renews the lease. Tell it how the transaction ended, or let it
     * {@linkplain RenewingGuard#execute carry the transaction out} itself.
     *
     * @throws LockLostException when the lock is known to be lost already
     * @throws IllegalArgumentException when the handle is not one of a dynamolock client
     */
    public static RenewingGuard renewing(LockHandle lock) {
        return new RenewingGuard(hold(lock).renewal());
    }

    private static FencedHold hold(LockHandle lock) {
        if (lock instanceof FencedHold hold) {
            return hold;
        }
        throw new IllegalArgumentException(
                "only handles that a dynamolock client has granted can guard a transaction, but" + " this is a "
                        + lock.getClass().getName());
    }
}

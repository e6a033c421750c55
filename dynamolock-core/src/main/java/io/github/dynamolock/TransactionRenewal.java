package io.github.dynamolock;

import io.github.dynamolock.table.FencedHold;
import io.github.dynamolock.table.LockRow;
import io.github.dynamolock.table.LockRows;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * A renewal that the caller sends in a transaction of his own.
 *
 * @param item the write
 * @param whenApplied takes note of it
 */
record TransactionRenewal(TransactWriteItem item, Clock clock, Hold hold, LockRows rows, Runnable whenApplied)
        implements FencedHold.Renewal {

    private static final Logger log = LoggerFactory.getLogger(TransactionRenewal.class);

    @Override
    public void applied() {
        whenApplied.run();
    }

    /** Some back ends send no item with a refusal: then one read tells. One that fails leaves it to the next renewal. */
    @Override
    public void refused(@Nullable Map<String, AttributeValue> seen) {
        LockRow row;
        try {
            row = seen == null ? rows.read(hold.lockKey().value()).orElse(null) : rows.row(seen);
        } catch (RuntimeException e) {
            log.debug("what refused a transaction with {} is not known", hold.described(), e);
            return;
        }
        Moment answered = clock.now();
        Lease unused = hold.state().update(lease -> lease.refused(row, answered), row);
    }
}

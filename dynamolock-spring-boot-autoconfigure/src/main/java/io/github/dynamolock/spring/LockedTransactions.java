package io.github.dynamolock.spring;

import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Rolls a transaction back that was begun inside an annotated method whose lock is lost when it comes to commit, also when
 * the body took no notice of the interrupt; and one for which locks are kept. Looks at the locks of the thread that commits,
 * after all else that is done before a commit; a read-only transaction passes.
 *
 * <p>Between this look and the commit itself a process can be paused for longer than its lease, as after every look at a
 * lock.
 */
public final class LockedTransactions implements TransactionExecutionListener {

    /** A listener for any number of transaction managers. */
    public LockedTransactions() {}

    @Override
    public void beforeCommit(TransactionExecution transaction) {
        if (!transaction.isReadOnly()) {
            LockContext.requireHeldForCommit(LockContext.scope());
            SurroundingTransaction.requireHeldForCommit();
        }
    }
}

package io.github.dynamolock.spring;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Keeps the locks of a call that runs inside a transaction of its caller until that has ended: what the body wrote is not
 * there for others before the commit, and the next holder must find it. A lock that is lost until then rolls it back.
 *
 * <p>A method whose own advice sets the caller's transaction aside ({@code REQUIRES_NEW}, {@code NOT_SUPPORTED}) writes
 * nothing into it: see {@link OwnTransaction}. Its locks end with the call, as without a caller's transaction; else a method
 * that many transactions call for a moment, to draw a number, say, would make them run one after the other.
 *
 * <p>Where a transaction manager keeps no synchronizations, nothing can be told of its end, and the locks end with the call.
 */
final class SurroundingTransaction implements TransactionSynchronization {

    private final CallScope scope;
    private final boolean lossWasTold;

    private SurroundingTransaction(CallScope scope, boolean lossWasTold) {
        this.scope = scope;
        this.lossWasTold = lossWasTold;
    }

    /**
     * Whether a transaction is under way on this thread, which now ends the locks. Asked after the body, when the body's own
     * transactions are over.
     */
    static boolean keeps(CallScope scope, boolean lossWasTold) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                || !TransactionSynchronizationManager.isSynchronizationActive()
                || OwnTransaction.standsApart(scope.call().invocation())) {
            return false;
        }
        TransactionSynchronizationManager.registerSynchronization(new SurroundingTransaction(scope, lossWasTold));
        return true;
    }

    /**
     * Fails when a lock is lost that is kept for the transaction of this thread.
     *
     * @throws io.github.dynamolock.LockLostException which rolls it back
     */
    static void requireHeldForCommit() {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            for (TransactionSynchronization each : TransactionSynchronizationManager.getSynchronizations()) {
                if (each instanceof SurroundingTransaction kept) {
                    LockContext.requireHeldForCommit(kept.scope);
                }
            }
        }
    }

    @Override
    public void beforeCommit(boolean readOnly) {
        if (!readOnly) {
            LockContext.requireHeldForCommit(scope);
        }
    }

    @Override
    public void afterCompletion(int status) {
        KeyHold.Loss found = Acquiring.leave(scope.holds());
        if (found != null && !lossWasTold && status != STATUS_ROLLED_BACK) {
            LockLosses.warnAfterTransaction(scope.call(), found);
        }
    }
}

package io.github.dynamolock.spring;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Keeps the locks of a call that runs inside a transaction of its caller until that has ended: what the body wrote is not
 * there for others before the commit, and the next holder must find it. A lock that is lost until then rolls it back.
 */
final class SurroundingTransaction implements TransactionSynchronization {

    private final CallScope scope;

    private SurroundingTransaction(CallScope scope) {
        this.scope = scope;
    }

    /**
     * Whether a transaction is under way on this thread, which now ends the locks. Asked after the body, when the body's own
     * transactions are over.
     */
    static boolean keeps(CallScope scope) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                || !TransactionSynchronizationManager.isSynchronizationActive()) {
            return false;
        }
        TransactionSynchronizationManager.registerSynchronization(new SurroundingTransaction(scope));
        return true;
    }

    @Override
    public void beforeCommit(boolean readOnly) {
        LockContext.requireHeldForCommit(scope);
    }

    @Override
    public void afterCompletion(int status) {
        scope.detach();
        KeyHold.Loss found = Acquiring.leave(scope.holds());
        if (found != null) {
            Throwable unused = LockLosses.end(scope.call(), LockLosses.during(scope.call(), found), found, false);
        }
    }
}

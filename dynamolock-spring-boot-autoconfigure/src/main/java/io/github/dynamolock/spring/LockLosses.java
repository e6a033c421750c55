package io.github.dynamolock.spring;

import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.LockLostException;
import io.github.dynamolock.ReleaseResult;
import java.nio.channels.ClosedByInterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a locked call ends: released, or lost on the way, which the caller is told as {@link OnLost} says. */
final class LockLosses {

    private static final Logger LOGGER = LoggerFactory.getLogger(DistributedLockInterceptor.class);

    private LockLosses() {}

    /** Ends the watch, then releases; the loss, if the lock was lost before that. */
    static @Nullable LockLoss end(LossGuard guard, LockHandle handle) {
        guard.end();
        ReleaseResult released = release(handle);
        LockLoss told = guard.loss();
        if (told == null && released == ReleaseResult.LOST) {
            return new LockLoss(LockLoss.Reason.EXPIRED, null);
        }
        return told;
    }

    /** What to throw when the lock was lost before the body could begin. */
    static LockLostException before(LockOperation operation, LockHandle handle, @Nullable LockLoss loss) {
        LockLoss why = loss == null ? new LockLoss(LockLoss.Reason.EXPIRED, null) : loss;
        return new LockLostException(
                subject(operation, handle) + " was lost before the method began (" + why.reason() + "); it did not run",
                why);
    }

    /** After the body returned: fails if the lock was lost and the caller is to know. */
    static void returned(LockOperation operation, LockHandle handle, LossGuard guard, OnLost onLost) {
        LockLoss loss = end(guard, handle);
        if (loss == null) {
            return;
        }
        LockLostException lost = lost(operation, handle, loss);
        if (onLost != OnLost.REPORT) {
            throw lost;
        }
        LOGGER.warn("{}", lost.getMessage());
    }

    /** After the body threw: its failure as it is, except where that is only the answer to our interrupt. */
    static Throwable failed(
            Throwable failure, LockOperation operation, LockHandle handle, LossGuard guard, OnLost onLost) {
        LockLoss loss = end(guard, handle);
        if (loss == null) {
            return failure;
        }
        LockLostException lost = lost(operation, handle, loss);
        if (guard.hasInterrupted() && comesFromInterrupt(failure)) {
            lost.addSuppressed(failure);
            return lost;
        }
        if (onLost == OnLost.REPORT) {
            LOGGER.warn("{}", lost.getMessage());
        } else {
            failure.addSuppressed(lost);
        }
        return failure;
    }

    private static @Nullable ReleaseResult release(LockHandle handle) {
        try {
            return handle.release();
        } catch (RuntimeException failure) {
            LOGGER.warn(
                    "The lock '{}' could not be released; it lapses with its lease, in {} at most",
                    printable(handle.key()),
                    handle.remainingLease(),
                    failure);
            return null;
        }
    }

    private static LockLostException lost(LockOperation operation, LockHandle handle, LockLoss loss) {
        return new LockLostException(
                subject(operation, handle) + " was lost while the method ran (" + loss.reason()
                        + "): another may have run beside it",
                loss);
    }

    private static String subject(LockOperation operation, LockHandle handle) {
        return "The lock '" + printable(handle.key()) + "' of " + operation.method();
    }

    /** Keys come from outside: no line of a log may be theirs. */
    private static String printable(String key) {
        return key.replaceAll("[\\p{Cntrl}\\p{Cf}\\u2028\\u2029]", "?");
    }

    private static boolean comesFromInterrupt(Throwable failure) {
        int depth = 0;
        for (Throwable cause = failure; cause != null && depth < 50; cause = cause.getCause()) {
            if (cause instanceof InterruptedException || cause instanceof ClosedByInterruptException) {
                return true;
            }
            depth++;
        }
        return false;
    }
}

package io.github.dynamolock.spring;

import io.github.dynamolock.LockLostException;
import io.github.dynamolock.table.Escapes;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.AbortedException;

/** What the caller is told of a lock that was lost, as {@link OnLost} says. */
final class LockLosses {

    private static final Logger LOGGER = LoggerFactory.getLogger(DistributedLockInterceptor.class);

    private LockLosses() {}

    /** What to throw when a lock was lost before the body could begin. */
    static LockLostException before(LockedCall call, KeyHold.Loss lost) {
        return new LockLostException(
                subject(call, lost) + " was lost before the method began ("
                        + lost.loss().reason() + "); it did not run",
                lost.loss());
    }

    static LockLostException during(LockedCall call, KeyHold.Loss lost) {
        return new LockLostException(
                subject(call, lost) + " was lost while the method ran ("
                        + lost.loss().reason() + "): another may have run beside it",
                lost.loss());
    }

    static LockLostException beforeCommit(LockedCall call, KeyHold.Loss lost) {
        return new LockLostException(
                subject(call, lost) + " was lost before the transaction could commit ("
                        + lost.loss().reason() + "): it is rolled back",
                lost.loss());
    }

    /**
     * How the call ends: its failure, or null for the body's result. A failure of the body stays what it is, except where it
     * is only the answer to our interrupt.
     *
     * @param failure what the body threw, or null
     * @param lost the loss, or null
     * @param stopped whether the body was interrupted or cancelled because of it
     */
    static @Nullable Throwable end(
            LockedCall call, @Nullable Throwable failure, KeyHold.@Nullable Loss lost, boolean stopped) {
        if (lost == null || failure instanceof LockLostException) {
            return failure;
        }
        LockLostException told = during(call, lost);
        if (failure == null && call.onLost() != OnLost.REPORT) {
            return told;
        }
        if (failure != null && stopped && comesFromInterrupt(failure)) {
            told.addSuppressed(failure);
            return told;
        }
        if (call.onLost() == OnLost.REPORT) {
            LOGGER.warn("{}", told.getMessage());
        } else if (failure != null) {
            failure.addSuppressed(told);
        }
        return failure;
    }

    /** A loss that was found only when the surrounding transaction had ended: nobody is there to be told but the log. */
    static void warnAfterTransaction(LockedCall call, KeyHold.Loss lost) {
        LOGGER.warn(
                "{} was lost before its caller's transaction had ended ({}): another may have run before the commit",
                subject(call, lost),
                lost.loss().reason());
    }

    private static String subject(LockedCall call, KeyHold.Loss lost) {
        return "The lock '" + Escapes.escape(lost.handle().key()) + "' of "
                + call.operation().method();
    }

    private static boolean comesFromInterrupt(Throwable failure) {
        int depth = 0;
        for (Throwable cause = failure; cause != null && depth < 50; cause = cause.getCause()) {
            if (cause instanceof InterruptedException
                    || cause instanceof ClosedByInterruptException
                    || (cause instanceof InterruptedIOException && !(cause instanceof SocketTimeoutException))
                    || cause instanceof AbortedException
                    || cause instanceof CancellationException) {
                return true;
            }
            depth++;
        }
        return false;
    }
}

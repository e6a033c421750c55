package io.github.dynamolock.spring;

import io.github.dynamolock.LockException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call that has ended when its method returns: locks, body and release on the caller's thread. */
final class BlockingCall {

    private BlockingCall() {}

    static @Nullable Object run(LockedCall call) throws Throwable {
        CallObservation observation = call.observe();
        CallObservation.Scope scope = observation.open();
        Throwable failure = null;
        try {
            return run(call, observation);
        } catch (Throwable thrown) {
            failure = thrown;
            throw thrown;
        } finally {
            scope.close();
            observation.end(failure);
        }
    }

    private static @Nullable Object run(LockedCall call, CallObservation observation) throws Throwable {
        CallScope outer = LockContext.scope();
        List<KeyHold> holds;
        try {
            holds = acquire(call, outer);
        } catch (LockException refused) {
            observation.refused(refused);
            if (refused.getCause() instanceof InterruptedException) {
                throw refused;
            }
            return call.withoutLock(refused);
        }
        observation.granted(holds);
        return locked(new CallScope(call, holds, outer), observation);
    }

    /** The locks of a call on this thread; an interrupt keeps the flag and is told as a {@link LockException}. */
    static List<KeyHold> acquire(LockedCall call, @Nullable CallScope outer) {
        try {
            return Acquiring.now(call, outer);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new LockException(
                    "Interrupted while waiting for the lock of "
                            + call.operation().method() + "; the method did not run",
                    interrupted);
        }
    }

    private static @Nullable Object locked(CallScope scope, CallObservation observation) throws Throwable {
        LockedCall call = scope.call();
        LossGuard guard = LossGuard.watch(scope.holds(), call.interruptsOnLoss());
        KeyHold lost = scope.firstLost();
        if (lost != null) {
            // A pause as long as the lease can follow the grant: the body must not begin then, whatever onLost says.
            KeyHold.Loss before = loss(scope, lost, guard);
            observation.lost(before);
            throw LockLosses.before(call, before);
        }
        Object result = null;
        Throwable failure = null;
        LockContext.bind(scope);
        try {
            result = call.proceed();
        } catch (Throwable thrown) {
            failure = thrown;
        } finally {
            LockContext.bind(scope.outer());
        }
        KeyHold.Loss during = end(scope, guard);
        if (during != null) {
            observation.lost(during);
        }
        Throwable ends = LockLosses.end(call, failure, during, guard.hasInterrupted());
        if (ends != null) {
            throw ends;
        }
        return result;
    }

    private static KeyHold.Loss loss(CallScope scope, KeyHold lost, LossGuard guard) {
        guard.endOnThread();
        KeyHold.Loss released = guard.lossOr(Acquiring.leave(scope.holds()));
        return released == null ? guard.lossOf(lost) : released;
    }

    /** Ends the watch and the call's part in its locks; the loss, if one was lost before that. */
    private static KeyHold.@Nullable Loss end(CallScope scope, LossGuard guard) {
        guard.endOnThread();
        boolean kept =
                OptionalLibrary.TRANSACTIONS.isPresent() && SurroundingTransaction.keeps(scope, guard.loss() != null);
        return guard.lossOr(kept ? null : leave(scope));
    }

    private static KeyHold.@Nullable Loss leave(CallScope scope) {
        scope.detach();
        return Acquiring.leave(scope.holds());
    }
}

package io.github.dynamolock.spring;

import io.github.dynamolock.LockException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A call that lasts until the future of its body is complete. The caller gets a future at once; the body begins when the
 * locks are there, on a thread of the lock client unless they are there at once, with the caller's context where context
 * propagation is on the class path.
 */
final class FutureCall {

    private final LockedCall call;
    private final @Nullable CallScope outer;
    private final CallObservation observation;
    private final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();

    /** What the body, or its stand-in, returned. */
    private volatile @Nullable CompletionStage<?> body;

    private FutureCall(LockedCall call, @Nullable CallScope outer) {
        this.call = call;
        this.outer = outer;
        this.observation = call.observe();
        whenEnded(this::cancelBody);
        whenEnded(observation::cancelled);
    }

    private void whenEnded(Runnable action) {
        CompletableFuture<?> unused = result.whenComplete((value, failure) -> action.run());
    }

    static CompletableFuture<@Nullable Object> run(LockedCall call) {
        CallScope outer = LockContext.scope();
        FutureCall future = new FutureCall(call, outer);
        CallerContext context = CallerContext.capture();
        CompletableFuture<List<KeyHold>> acquiring = Acquiring.later(call, outer);
        future.whenEnded(() -> acquiring.cancel(true));
        CompletableFuture<?> unused = acquiring.whenComplete((holds, failure) -> future.goOn(context, holds, failure));
        return future.result;
    }

    /** On a thread that {@code @Async} has given to this call: locks and body there, so that what is bound to it is found. */
    static CompletableFuture<@Nullable Object> runOnThisThread(LockedCall call) {
        CallScope outer = LockContext.scope();
        FutureCall future = new FutureCall(call, outer);
        CallObservation.Scope scope = future.observation.open();
        try {
            future.begin(BlockingCall.acquire(call, outer), false);
        } catch (RuntimeException refused) {
            future.withoutLock(refused);
        } finally {
            scope.close();
        }
        return future.result;
    }

    private void goOn(CallerContext context, @Nullable List<KeyHold> holds, @Nullable Throwable refused) {
        boolean[] entered = {false};
        try {
            context.run(() -> {
                entered[0] = true;
                CallObservation.Scope scope = observation.open();
                try {
                    if (holds != null) {
                        begin(holds, true);
                    } else if (refused != null) {
                        withoutLock(refused);
                    }
                } finally {
                    scope.close();
                }
            });
        } catch (Throwable notPropagated) {
            // An accessor of the application's failed. What it leaves unbound it answers for; the locks must not stay.
            if (!entered[0] && holds != null) {
                CompletableFuture<?> unused = Acquiring.leaveAsync(holds).thenRun(() -> complete(null, notPropagated));
            } else {
                complete(null, notPropagated);
            }
        }
    }

    private void withoutLock(Throwable why) {
        observation.refused(why);
        try {
            if (!(why instanceof LockException refused)
                    || why.getCause() instanceof InterruptedException
                    || result.isDone()) {
                complete(null, why);
                return;
            }
            CompletionStage<?> given = PlainFutures.asStage(call.withoutLock(refused));
            follow(given);
            given.whenComplete((value, failure) -> complete(value, Acquiring.cause(failure)));
        } catch (Throwable failure) {
            complete(null, failure);
        }
    }

    private void begin(List<KeyHold> holds, boolean elsewhere) {
        observation.granted(holds);
        CallScope scope = new CallScope(call, holds, outer);
        LossGuard guard = LossGuard.watch(holds, call.interruptsOnLoss());
        KeyHold lost = scope.firstLost();
        if (lost != null || result.isDone()) {
            guard.endOnThread();
            end(scope, guard, null, lost == null ? null : LockLosses.before(call, guard.lossOf(lost)));
            return;
        }
        if (call.interruptsOnLoss()) {
            guard.whenLost(this::lost);
        }
        CompletionStage<?> stage = bodyOf(scope, guard, elsewhere);
        scope.detach();
        try {
            CompletionStage<?> unused =
                    stage.whenComplete((value, failure) -> end(scope, guard, value, Acquiring.cause(failure)));
        } catch (RuntimeException unusable) {
            end(scope, guard, null, unusable);
        }
        follow(stage);
    }

    /** Runs the body's part on this thread; what it throws is the stage's failure. */
    private CompletionStage<?> bodyOf(CallScope scope, LossGuard guard, boolean elsewhere) {
        CallScope before = LockContext.scope();
        LockContext.bind(scope);
        try {
            return PlainFutures.asStage(elsewhere ? call.proceedElsewhere() : call.proceed());
        } catch (Throwable thrown) {
            return CompletableFuture.failedFuture(thrown);
        } finally {
            LockContext.bind(before);
            guard.endOnThread();
        }
    }

    /** Stops the body first: what the caller has hung on his future may take its time. */
    private void lost(KeyHold.Loss loss) {
        cancelBody();
        observation.lost(loss);
        complete(null, LockLosses.during(call, loss));
    }

    /** The body has ended: gives the locks back, then tells the caller. */
    private void end(CallScope scope, LossGuard guard, @Nullable Object value, @Nullable Throwable failure) {
        CompletableFuture<?> unused = Acquiring.leaveAsync(scope.holds()).thenAccept(found -> {
            KeyHold.Loss loss = guard.lossOr(found);
            if (loss != null) {
                observation.lost(loss);
            }
            complete(value, LockLosses.end(call, failure, loss, call.interruptsOnLoss()));
        });
    }

    /** Ends the observation first: what the caller has hung on his future is no part of it. */
    private void complete(@Nullable Object value, @Nullable Throwable failure) {
        observation.end(failure);
        if (failure == null) {
            result.complete(value);
        } else {
            result.completeExceptionally(failure);
        }
    }

    private void follow(CompletionStage<?> stage) {
        body = stage;
        if (result.isDone()) {
            cancelBody();
        }
    }

    private void cancelBody() {
        if (body instanceof Future<?> running) {
            try {
                running.cancel(true);
            } catch (UnsupportedOperationException readOnly) {
                // A minimal stage shows its end and takes no orders: the lock is kept until then.
                return;
            }
        }
    }
}

package io.github.dynamolock.spring;

import io.github.dynamolock.LockException;
import io.github.dynamolock.LockLostException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A call that lasts until the future of its body is complete. The caller gets a future at once; the body begins when the
 * locks are there, on a thread of the lock client, with the caller's context where context propagation is on the class path.
 */
final class FutureCall {

    private final LockedCall call;
    private final @Nullable CallScope outer;
    private final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
    private volatile @Nullable Future<?> body;

    private FutureCall(LockedCall call, @Nullable CallScope outer) {
        this.call = call;
        this.outer = outer;
        whenEnded(this::cancelBody);
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
        CompletableFuture<?> unused = acquiring.whenComplete((holds, failure) -> {
            if (failure == null) {
                context.run(() -> future.begin(holds, true));
            } else {
                context.run(() -> future.withoutLock(failure));
            }
        });
        return future.result;
    }

    /** On a thread that {@code @Async} has given to this call: locks and body there, so that what is bound to it is found. */
    static CompletableFuture<@Nullable Object> runOnThisThread(LockedCall call) {
        CallScope outer = LockContext.scope();
        FutureCall future = new FutureCall(call, outer);
        try {
            future.begin(BlockingCall.acquire(call, outer), false);
        } catch (RuntimeException refused) {
            future.withoutLock(refused);
        }
        return future.result;
    }

    private void withoutLock(Throwable why) {
        try {
            if (!(why instanceof LockException refused) || why.getCause() instanceof InterruptedException) {
                result.completeExceptionally(why);
                return;
            }
            Object given = call.withoutLock(refused);
            PlainFutures.asStage(given).whenComplete((value, failure) -> complete(value, Acquiring.cause(failure)));
        } catch (Throwable failure) {
            result.completeExceptionally(failure);
        }
    }

    private void begin(List<KeyHold> holds, boolean elsewhere) {
        CallScope scope = new CallScope(call, holds, outer);
        LossGuard guard = LossGuard.watch(holds, call.interruptsOnLoss());
        KeyHold lost = scope.firstLost();
        if (lost != null || result.isDone()) {
            end(scope, guard, null, lost == null ? null : notBegun(lost, guard));
            return;
        }
        CompletionStage<?> stage;
        CallScope before = LockContext.scope();
        LockContext.bind(scope);
        try {
            stage = PlainFutures.asStage(elsewhere ? call.proceedElsewhere() : call.proceed());
        } catch (Throwable thrown) {
            end(scope, guard, null, thrown);
            return;
        } finally {
            LockContext.bind(before);
            guard.endOnThread();
        }
        body = stage instanceof Future<?> cancellable ? cancellable : null;
        if (call.interruptsOnLoss()) {
            guard.whenLost(loss -> result.completeExceptionally(LockLosses.during(call, loss)));
        }
        if (result.isDone()) {
            cancelBody();
        }
        CompletionStage<?> unused =
                stage.whenComplete((value, failure) -> end(scope, guard, value, Acquiring.cause(failure)));
    }

    private LockLostException notBegun(KeyHold lost, LossGuard guard) {
        KeyHold.Loss told = guard.loss();
        return LockLosses.before(call, told == null ? KeyHold.Loss.unseen(lost.handle()) : told);
    }

    /** The body has ended: gives the locks back, then tells the caller. */
    private void end(CallScope scope, LossGuard guard, @Nullable Object value, @Nullable Throwable failure) {
        guard.endOnThread();
        CompletableFuture<?> unused = Acquiring.leaveAsync(scope.holds()).thenAccept(found -> {
            KeyHold.Loss told = guard.loss();
            complete(value, LockLosses.end(call, failure, told == null ? found : told, call.interruptsOnLoss()));
        });
    }

    private void complete(@Nullable Object value, @Nullable Throwable failure) {
        if (failure == null) {
            result.complete(value);
        } else {
            result.completeExceptionally(failure);
        }
    }

    private void cancelBody() {
        Future<?> running = body;
        if (running != null) {
            running.cancel(true);
        }
    }
}

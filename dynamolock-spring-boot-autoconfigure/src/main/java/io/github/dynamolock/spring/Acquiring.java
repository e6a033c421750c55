package io.github.dynamolock.spring;

import io.github.dynamolock.LockException;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.table.Escapes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Gets the locks of a call: all of them, one after the other in the order of their keys, within one wait time; or none. A
 * lock that a surrounding call has is joined.
 */
final class Acquiring {

    private final LockedCall call;
    private final @Nullable CallScope outer;
    private final boolean byThread;
    private final List<KeyHold> holds = new ArrayList<>();
    private final long began = System.nanoTime();

    private Acquiring(LockedCall call, @Nullable CallScope outer, boolean byThread) {
        this.call = call;
        this.outer = outer;
        this.byThread = byThread;
    }

    /**
     * Waits on this thread.
     *
     * @throws LockException when they can't be had
     */
    static List<KeyHold> now(LockedCall call, @Nullable CallScope outer) throws InterruptedException {
        Acquiring acquiring = new Acquiring(call, outer, true);
        try {
            for (AttributeValue key : call.keys().inOrder()) {
                acquiring.holds.add(acquiring.next(key));
            }
            return acquiring.holds;
        } catch (Throwable failure) {
            leave(acquiring.holds);
            throw failure;
        }
    }

    private KeyHold next(AttributeValue key) throws InterruptedException {
        KeyHold joined = join(key);
        if (joined != null) {
            return joined;
        }
        if (OptionalLibrary.REACTOR.isPresent()) {
            EventLoops.refuse(call);
        }
        LockRequest request = call.request(key, remainingWait(), byThread);
        try {
            return call.hold(key, acquire(request));
        } catch (IllegalArgumentException refusal) {
            throw call.refused(refusal);
        }
    }

    private @Nullable KeyHold join(AttributeValue key) {
        return outer == null || !call.operation().reentrant() ? null : outer.join(call.client(), key);
    }

    private LockHandle acquire(LockRequest request) throws InterruptedException {
        if (!call.operation().triesOnce()) {
            return call.client().acquire(request);
        }
        return call.client()
                .tryAcquire(request)
                .orElseThrow(() -> new LockNotGrantedException(
                        "The lock '" + Escapes.escape(request.key()) + "' of "
                                + call.operation().method() + " is held by another",
                        request.key(),
                        Duration.ZERO,
                        null));
    }

    /** Null leaves the wait to the client; of several keys only the first may. */
    private @Nullable Duration remainingWait() {
        Duration wait = call.operation().times().waitTime();
        if (holds.isEmpty()) {
            return wait;
        }
        Duration total = wait == null ? call.client().waitTime() : wait;
        Duration left = total.minusNanos(System.nanoTime() - began);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /**
     * Waits without a thread. Cancelling the future ends the wait; whatever was granted by then is given back. It fails with
     * a {@link LockException} when the locks can't be had.
     */
    static CompletableFuture<List<KeyHold>> later(LockedCall call, @Nullable CallScope outer) {
        Acquiring acquiring = new Acquiring(call, outer, false);
        CompletableFuture<List<KeyHold>> all = new CompletableFuture<>();
        acquiring.fetch(0, all);
        return all;
    }

    private void fetch(int index, CompletableFuture<List<KeyHold>> all) {
        List<AttributeValue> keys = call.keys().inOrder();
        if (all.isDone() || index == keys.size()) {
            if (!all.complete(holds)) {
                giveBack();
            }
            return;
        }
        AttributeValue key = keys.get(index);
        KeyHold joined = join(key);
        if (joined != null) {
            holds.add(joined);
            fetch(index + 1, all);
            return;
        }
        CompletableFuture<LockHandle> granted = ask(key);
        cancelTogether(all, granted);
        CompletableFuture<?> unused = granted.whenComplete((handle, failure) -> {
            if (failure == null) {
                holds.add(call.hold(key, handle));
                fetch(index + 1, all);
            } else {
                CompletableFuture<?> unusedToo =
                        leaveAsync(holds).thenRun(() -> all.completeExceptionally(told(cause(failure))));
            }
        });
    }

    private @Nullable Throwable told(@Nullable Throwable failure) {
        return failure instanceof IllegalArgumentException refusal && !(refusal instanceof InvalidLockKeyException)
                ? call.refused(refusal)
                : failure;
    }

    /** What a stage failed with, without what its dependents put around it. */
    static @Nullable Throwable cause(@Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : null;
        return cause == null ? failure : cause;
    }

    private void giveBack() {
        CompletableFuture<?> unused = leaveAsync(holds);
    }

    private CompletableFuture<LockHandle> ask(AttributeValue key) {
        try {
            return call.client().acquireAsync(call.request(key, remainingWait(), byThread));
        } catch (RuntimeException | Error failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    private static void cancelTogether(CompletableFuture<?> all, CompletableFuture<?> one) {
        CompletableFuture<?> unused = all.whenComplete((value, failure) -> {
            if (failure != null) {
                one.cancel(true);
            }
        });
    }

    /** Leaves all, the last acquired first; a loss that a release found, or null. */
    static KeyHold.@Nullable Loss leave(List<KeyHold> holds) {
        KeyHold.Loss found = null;
        for (int i = holds.size() - 1; i >= 0; i--) {
            KeyHold.Loss loss = holds.get(i).leave();
            found = found == null ? loss : found;
        }
        return found;
    }

    /** Leaves all as {@link #leave} does, without blocking; never fails. */
    static CompletableFuture<KeyHold.@Nullable Loss> leaveAsync(List<KeyHold> holds) {
        CompletableFuture<KeyHold.@Nullable Loss> left = CompletableFuture.completedFuture(null);
        for (int i = holds.size() - 1; i >= 0; i--) {
            KeyHold hold = holds.get(i);
            left = left.thenCompose(found -> hold.leaveAsync()
                    .thenApply(loss -> found == null ? loss : found)
                    .toCompletableFuture());
        }
        return left;
    }
}

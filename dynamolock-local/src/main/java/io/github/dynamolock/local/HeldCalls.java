package io.github.dynamolock.local;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Calls that hang until a test lets them go.
 *
 * <p>Releasing them lets them go in the order in which they arrived: requests are applied by the time {@link #release}
 * returns. A caller that gives up, by an interrupt, a timeout or by cancelling, no longer waits for its answer; its
 * request stays held all the same, and is applied when released, as one is that a network delivers late.
 *
 * <p>Thread-safe.
 */
public final class HeldCalls {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    // All guarded by lock.
    private int arrived;
    private final List<CompletableFuture<Void>> waiting = new ArrayList<>();
    private boolean released;

    HeldCalls() {}

    /** How many calls have arrived to be held, whether or not they still are. */
    public int arrived() {
        lock.lock();
        try {
            return arrived;
        } finally {
            lock.unlock();
        }
    }

    /** How many calls are held now. */
    public int waiting() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until a number of calls have arrived.
     *
     * @return whether they arrived within the time
     * @throws InterruptedException when the thread is interrupted meanwhile
     */
    public boolean awaitArrived(int calls, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        lock.lock();
        try {
            while (arrived < calls) {
                long left = end - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                boolean unused = changed.await(left, TimeUnit.NANOSECONDS);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Lets all held calls go on, and holds none that arrive later. */
    public void release() {
        List<CompletableFuture<Void>> held;
        lock.lock();
        try {
            released = true;
            held = List.copyOf(waiting);
            waiting.clear();
        } finally {
            lock.unlock();
        }
        held.forEach(call -> call.complete(null));
    }

    /** A call arrives, and goes on in the thread that releases it, or in this one when it is not held. */
    <T> CompletableFuture<T> arrive(Supplier<? extends CompletionStage<T>> onward) {
        CompletableFuture<Void> call = new CompletableFuture<>();
        // Before anyone can release it, so that calls go on in their order and before release() returns.
        CompletableFuture<T> result = call.thenCompose(over -> onward.get());
        lock.lock();
        try {
            arrived++;
            changed.signalAll();
            if (!released) {
                waiting.add(call);
                return result;
            }
        } finally {
            lock.unlock();
        }
        call.complete(null);
        return result;
    }
}

package io.github.dynamolock.local;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Calls that hang until a test lets them go.
 *
 * <p>A held call ends early when its caller gives up: by an interrupt or, in process, by a timeout that its request
 * carries. Over HTTP the endpoint does not notice when a caller gives up, and goes on with the call when released.
 *
 * <p>Thread-safe.
 */
public final class HeldCalls {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    // All guarded by lock.
    private int arrived;
    private int waiting;
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
            return waiting;
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
        lock.lock();
        try {
            released = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void arrive(Patience caller) {
        lock.lock();
        try {
            arrived++;
            waiting++;
            changed.signalAll();
            try {
                caller.await(changed, () -> released);
            } finally {
                waiting--;
            }
        } finally {
            lock.unlock();
        }
    }
}

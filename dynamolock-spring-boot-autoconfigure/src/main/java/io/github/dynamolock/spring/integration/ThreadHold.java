package io.github.dynamolock.spring.integration;

import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockLostException;
import io.github.dynamolock.ReleaseResult;
import io.github.dynamolock.table.Escapes;
import java.util.ConcurrentModificationException;

/** A thread's hold on one lock, with as many levels as the thread has taken it. Its thread's alone. */
final class ThreadHold {

    /** A renewal that blocks. */
    interface Renewal {
        void renew(LockHandle handle) throws InterruptedException;
    }

    private final LockHandle handle;
    private int levels = 1;
    private boolean lossTold;

    ThreadHold(LockHandle handle) {
        this.handle = handle;
    }

    LockHandle handle() {
        return handle;
    }

    /** One more level; false when it is lost, which the thread is told by that. */
    boolean tryReenter() {
        if (handle.isHeld()) {
            levels++;
            return true;
        }
        lossTold = true;
        return false;
    }

    /** One more level. */
    void reenter() {
        if (!tryReenter()) {
            throw lost();
        }
    }

    /** Whether it is lost, and its thread was told so by a try that failed. */
    boolean isOver() {
        return lossTold;
    }

    /** Ends a level; false while others are left. */
    boolean leave() {
        levels--;
        return levels == 0;
    }

    /** Releases the lock after the last level. */
    void release() {
        if (handle.release() == ReleaseResult.LOST) {
            throw lost();
        }
    }

    /** Renews it, however often the thread is interrupted meanwhile; its flag is kept. */
    void renew(Renewal renewal) {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    renewal.renew(handle);
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (LockLostException e) {
                    throw new IllegalStateException(
                            "The lock '" + Escapes.escape(handle.key()) + "' can't be renewed: it is lost.", e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private ConcurrentModificationException lost() {
        return new ConcurrentModificationException("The lock '" + Escapes.escape(handle.key())
                + "' was lost while this thread held it: another may have held it since. What it protects may have been"
                + " changed by both. Its fencing token was " + handle.fencingToken() + ".");
    }
}

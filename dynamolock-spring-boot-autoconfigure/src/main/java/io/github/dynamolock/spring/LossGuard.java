package io.github.dynamolock.spring;

import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockLoss;
import org.jspecify.annotations.Nullable;

/**
 * Watches one lock while the body runs on this thread: records its loss and, where asked, interrupts the body once.
 *
 * <p>The interrupt is sent under the monitor that {@link #end()} takes, so that none can come after the body has ended. The
 * interrupt flag is then cleared if the guard set it and it was not set before; an interrupt that somebody else sent to the
 * same thread in between is lost with it, since a thread has only one flag.
 */
final class LossGuard {

    private final Thread body = Thread.currentThread();
    private final boolean interruptedBefore = body.isInterrupted();
    private final boolean interrupts;
    // All guarded by this.
    private boolean ended;
    private boolean interrupted;
    private @Nullable LockLoss loss;

    private LossGuard(boolean interrupts) {
        this.interrupts = interrupts;
    }

    static LossGuard watch(LockHandle handle, boolean interrupts) {
        LossGuard guard = new LossGuard(interrupts);
        handle.lost().thenAccept(guard::lost);
        return guard;
    }

    private synchronized void lost(LockLoss seen) {
        if (loss == null) {
            loss = seen;
        }
        if (interrupts && !ended && !interrupted) {
            interrupted = true;
            body.interrupt();
        }
    }

    /** Ends the watch, on the body's thread. */
    synchronized void end() {
        ended = true;
        if (interrupted && !interruptedBefore) {
            Thread.interrupted();
        }
    }

    /** The loss, if one was told. */
    synchronized @Nullable LockLoss loss() {
        return loss;
    }

    /** Whether the body was interrupted. */
    synchronized boolean hasInterrupted() {
        return interrupted;
    }
}

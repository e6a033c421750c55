package io.github.dynamolock.spring;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Watches the locks of one call while its body runs: records the first loss and, where asked, interrupts the thread of the
 * body once.
 *
 * <p>The interrupt is sent under the monitor that {@link #endOnThread()} takes, so that none can come after the body has
 * ended. The interrupt flag is then cleared if the guard set it and it was not set before; an interrupt that somebody else
 * sent to the same thread in between is lost with it, since a thread has only one flag.
 */
final class LossGuard {

    private final Thread body = Thread.currentThread();
    private final boolean interruptedBefore = body.isInterrupted();
    private final boolean interrupts;
    // All guarded by this.
    private boolean ended;
    private boolean interrupted;
    private KeyHold.@Nullable Loss loss;
    private @Nullable Consumer<KeyHold.Loss> listener;

    private LossGuard(boolean interrupts) {
        this.interrupts = interrupts;
    }

    /** Begins to watch, for a body that runs on this thread. */
    static LossGuard watch(List<KeyHold> holds, boolean interrupts) {
        LossGuard guard = new LossGuard(interrupts);
        for (KeyHold hold : holds) {
            hold.handle().lost().thenAccept(loss -> guard.lost(new KeyHold.Loss(hold.handle(), loss)));
        }
        return guard;
    }

    private void lost(KeyHold.Loss seen) {
        Consumer<KeyHold.Loss> told;
        synchronized (this) {
            if (loss != null) {
                return;
            }
            loss = seen;
            told = listener;
            if (interrupts && !ended) {
                interrupted = true;
                body.interrupt();
            }
        }
        if (told != null) {
            told.accept(seen);
        }
    }

    /** Has the first loss told to this listener, also one that has come already. */
    void whenLost(Consumer<KeyHold.Loss> told) {
        KeyHold.Loss known;
        synchronized (this) {
            listener = told;
            known = loss;
        }
        if (known != null) {
            told.accept(known);
        }
    }

    /** Ends the interrupts, on the body's thread; only the first time. */
    synchronized void endOnThread() {
        if (!ended && interrupted && !interruptedBefore) {
            Thread.interrupted();
        }
        ended = true;
    }

    /** The first loss, if one was told. */
    synchronized KeyHold.@Nullable Loss loss() {
        return loss;
    }

    /** Whether the body was interrupted. */
    synchronized boolean hasInterrupted() {
        return interrupted;
    }
}

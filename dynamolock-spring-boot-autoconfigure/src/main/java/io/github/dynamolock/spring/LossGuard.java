package io.github.dynamolock.spring;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Watches the locks of one call for as long as its body runs: keeps the first loss and, if asked, interrupts the thread of the
 * body once.
 *
 * <p>The interrupt is sent under the monitor that {@link #endOnThread()} takes, so that none can come after the body has
 * ended. The interrupt flag is then cleared if the guard set it and it was not set before; an interrupt that somebody else
 * sent to the same thread in between is lost with it, since a thread has only one flag. One that a call around this one was
 * sent for its own lock is sent again.
 */
final class LossGuard {

    private static final ThreadLocal<@Nullable LossGuard> INNERMOST = new ThreadLocal<>();

    private final Thread body = Thread.currentThread();
    private final boolean interruptedBefore = body.isInterrupted();
    private final @Nullable LossGuard outer = INNERMOST.get();
    private final int interruptsAroundBefore = interruptsAround();
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
        if (interrupts) {
            bind(guard);
        }
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

    /** Ends the interrupts, on the body's thread. Later calls, from wherever they come, change nothing. */
    void endOnThread() {
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
        }
        if (!interrupts) {
            return;
        }
        bind(outer);
        if (hasInterrupted() && !interruptedBefore) {
            Thread.interrupted();
            if (interruptsAround() > interruptsAroundBefore) {
                body.interrupt();
            }
        }
    }

    private static void bind(@Nullable LossGuard guard) {
        if (guard == null) {
            INNERMOST.remove();
        } else {
            INNERMOST.set(guard);
        }
    }

    /** How many of the calls around this one have been interrupted. */
    private int interruptsAround() {
        int count = 0;
        for (LossGuard guard = outer; guard != null; guard = guard.outer) {
            count += guard.hasInterrupted() ? 1 : 0;
        }
        return count;
    }

    /** The first loss, if one was told; else the one that was found otherwise, which may be null too. */
    synchronized KeyHold.@Nullable Loss lossOr(KeyHold.@Nullable Loss found) {
        return loss == null ? found : loss;
    }

    /** The first loss, if one was told; else how this lock, found not to be held, was lost. */
    KeyHold.Loss lossOf(KeyHold lost) {
        KeyHold.Loss told = loss();
        return told == null ? KeyHold.Loss.unseen(lost.handle()) : told;
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

package io.github.dynamolock;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All listeners as one: what one of them throws is logged, and the others are called. */
final class GuardedListeners implements LockListener {

    private static final Logger log = LoggerFactory.getLogger(GuardedListeners.class);

    private final List<LockListener> listeners;
    private final Executor callbacks;

    /**
     * The listeners as one.
     *
     * @param callbacks where they are told of renewals: not on the few threads that renew
     */
    GuardedListeners(List<LockListener> listeners, Executor callbacks) {
        this.listeners = listeners;
        this.callbacks = callbacks;
    }

    @Override
    public void granted(HeldLock lock, Duration waited) {
        each(listener -> listener.granted(lock, waited));
    }

    @Override
    public void contended(LockRequest request, LockInfo holder) {
        each(listener -> listener.contended(request, holder));
    }

    @Override
    public void notGranted(LockRequest request, Throwable reason, Duration waited) {
        each(listener -> listener.notGranted(request, reason, waited));
    }

    @Override
    public void renewed(HeldLock lock, Duration took) {
        apart(listener -> listener.renewed(lock, took));
    }

    @Override
    public void renewalFailed(HeldLock lock, Throwable cause) {
        apart(listener -> listener.renewalFailed(lock, cause));
    }

    @Override
    public void lost(HeldLock lock, LockLoss loss) {
        each(listener -> listener.lost(lock, loss));
    }

    @Override
    public void released(HeldLock lock) {
        each(listener -> listener.released(lock));
    }

    private void apart(Consumer<LockListener> event) {
        if (!listeners.isEmpty()) {
            callbacks.execute(() -> each(event));
        }
    }

    private void each(Consumer<LockListener> event) {
        for (LockListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (Throwable t) {
                log.warn("a lock listener failed: {}", listener.getClass().getName(), t);
            }
        }
    }
}

package io.github.dynamolock;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** All listeners as one: what one of them throws is logged, and the others are called. */
final class GuardedListeners implements LockListener {

    private static final Logger log = LoggerFactory.getLogger(GuardedListeners.class);

    private final EventLog events;
    private final CopyOnWriteArrayList<LockListener> listeners;
    private final Executor apart;

    /**
     * The listeners as one.
     *
     * @param events what happens goes to the log too, before the listeners are told
     * @param apart where they are told of renewals and requests: not on the few threads that renew
     */
    GuardedListeners(EventLog events, List<LockListener> listeners, Executor apart) {
        this.events = events;
        this.listeners = new CopyOnWriteArrayList<>(listeners);
        this.apart = apart;
    }

    /** One more, unless it is among them already. */
    void add(LockListener listener) {
        synchronized (listeners) {
            if (listeners.stream().noneMatch(known -> known == listener)) {
                listeners.add(listener);
            }
        }
    }

    @Override
    public void granted(HeldLock lock, Duration waited) {
        events.granted(lock, waited);
        each(listener -> listener.granted(lock, waited));
    }

    @Override
    public void contended(LockRequest request, LockInfo holder) {
        events.contended(request, holder);
        each(listener -> listener.contended(request, holder));
    }

    @Override
    public void notGranted(LockRequest request, Throwable reason, Duration waited) {
        events.notGranted(request, reason, waited);
        each(listener -> listener.notGranted(request, reason, waited));
    }

    @Override
    public void renewed(HeldLock lock, Duration took) {
        events.renewed(lock, took);
        apart(listener -> listener.renewed(lock, took));
    }

    @Override
    public void renewalFailed(HeldLock lock, Throwable cause) {
        events.renewalFailed(lock, cause);
        apart(listener -> listener.renewalFailed(lock, cause));
    }

    @Override
    public void lost(HeldLock lock, LockLoss loss) {
        events.lost(lock, loss);
        each(listener -> listener.lost(lock, loss));
    }

    @Override
    public void released(HeldLock lock) {
        events.released(lock);
        each(listener -> listener.released(lock));
    }

    @Override
    public void requested(TableRequest request) {
        apart(listener -> listener.requested(request));
    }

    /** A request of the table's part has ended. */
    void ended(@Nullable String lockName, String operation, @Nullable RuntimeException failure) {
        if (!listeners.isEmpty()) {
            requested(new TableRequest(lockName, operation, outcome(failure)));
        }
    }

    private static TableRequest.Outcome outcome(@Nullable RuntimeException failure) {
        if (failure == null) {
            return TableRequest.Outcome.SUCCEEDED;
        }
        return failure instanceof ConditionalCheckFailedException
                ? TableRequest.Outcome.REFUSED
                : TableRequest.Outcome.FAILED;
    }

    private void apart(Consumer<LockListener> event) {
        if (!listeners.isEmpty()) {
            apart.execute(() -> each(event));
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

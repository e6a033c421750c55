package io.github.dynamolock.spring;

import io.github.dynamolock.LockLostException;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.spring.observation.DynamoLockObservation.Events;
import io.github.dynamolock.spring.observation.DynamoLockObservationContext;
import io.github.dynamolock.spring.observation.LockOutcome;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One call as an observation. What a handler of the application throws is logged: the locks must not suffer from it. */
final class ObservedCall implements CallObservation {

    private static final Logger LOGGER = LoggerFactory.getLogger(DistributedLockInterceptor.class);

    private final ObservationRegistry registry;
    private final Observation observation;
    private final DynamoLockObservationContext context;
    // All guarded by this.
    private boolean ended;
    private @Nullable LockOutcome outcome;
    private KeyHold.@Nullable Loss loss;

    ObservedCall(ObservationRegistry registry, Observation started, DynamoLockObservationContext context) {
        this.registry = registry;
        this.observation = started;
        this.context = context;
    }

    @Override
    public Scope open() {
        Observation.Scope before = registry.getCurrentObservationScope();
        try {
            Observation.Scope scope = observation.openScope();
            return () -> guarded(scope::close);
        } catch (RuntimeException failure) {
            // It may be the current one by now all the same, and nobody would end that.
            registry.setCurrentObservationScope(before);
            warn(failure);
            return () -> {};
        }
    }

    @Override
    public Object inReactorContext() {
        return observation;
    }

    @Override
    public void granted(List<KeyHold> holds) {
        context.setFencingTokens(
                holds.stream().map(hold -> hold.handle().fencingToken()).toList());
        tell(() -> observation.event(Events.GRANTED));
        for (KeyHold hold : holds) {
            CompletionStage<?> unused =
                    hold.handle().lost().thenAccept(told -> lost(new KeyHold.Loss(hold.handle(), told)));
        }
    }

    @Override
    public synchronized void refused(Throwable why) {
        outcome = why instanceof LockNotGrantedException ? LockOutcome.UNAVAILABLE : LockOutcome.NOT_LOCKED;
    }

    @Override
    public void lost(KeyHold.Loss lost) {
        synchronized (this) {
            if (loss != null) {
                return;
            }
            loss = lost;
            outcome = LockOutcome.LOST;
        }
        tell(() -> observation.event(Events.LOST));
    }

    @Override
    public void end(@Nullable Throwable failure) {
        KeyHold.Loss lost;
        LockOutcome known;
        synchronized (this) {
            lost = loss;
            known = outcome;
        }
        Throwable error = failure == null && lost != null
                ? new LockLostException(
                        "The lock was lost while the method ran (" + lost.loss().reason() + ")", lost.loss())
                : failure;
        LockOutcome byFailure = error == null ? LockOutcome.COMPLETED : LockOutcome.FAILED;
        end(known == null ? byFailure : known, error);
    }

    @Override
    public void cancelled() {
        end(LockOutcome.CANCELLED, null);
    }

    private void end(LockOutcome how, @Nullable Throwable error) {
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
        }
        context.setOutcome(how);
        if (error != null) {
            guarded(() -> observation.error(error));
        }
        guarded(observation::stop);
    }

    /** Unless it has ended: a span takes nothing more then. */
    private void tell(Runnable event) {
        synchronized (this) {
            if (ended) {
                return;
            }
        }
        guarded(event);
    }

    private static void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException failure) {
            warn(failure);
        }
    }

    private static void warn(RuntimeException failure) {
        LOGGER.warn("The observation of a locked call failed; the call goes on", failure);
    }
}

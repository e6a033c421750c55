package io.github.dynamolock.local;

import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * A fault that is in force. Keep it to see whether it struck, or to end it before the others.
 *
 * <p>Thread-safe.
 */
public final class Fault {
    private final FaultSpec spec;
    private final Effect effect;
    private final Consumer<Fault> remover;
    private final AtomicInteger hits = new AtomicInteger();

    Fault(FaultSpec spec, Effect effect, Consumer<Fault> remover) {
        this.spec = spec;
        this.effect = effect;
        this.remover = remover;
    }

    /** How many calls it struck. */
    public int hits() {
        return hits.get();
    }

    /** Ends the fault. Calls that it already holds or delays stay so. */
    public void remove() {
        remover.accept(this);
    }

    Effect effect() {
        return effect;
    }

    boolean strikes(String operation, Collection<String> tables, DynamoDbRequest request, DoubleSupplier dice) {
        if (!spec.matches(operation, tables, request)) {
            return false;
        }
        // Only calls that may be struck draw from the sequence, so that others do not shift it.
        if (spec.probability() < 1 && dice.getAsDouble() >= spec.probability()) {
            return false;
        }
        if (hits.getAndUpdate(struck -> struck < spec.times() ? struck + 1 : struck) >= spec.times()) {
            remove();
            return false;
        }
        return true;
    }
}

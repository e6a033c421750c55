package io.github.dynamolock.local;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * Breaks a {@link LocalDynamoDb} on command, in all its fronts alike.
 *
 * <pre>{@code
 * dynamo.faults().on("UpdateItem").times(1).loseReply();
 * dynamo.faults().onAny().table("locks").withProbability(0.05).throttle();
 * HeldCalls held = dynamo.faults().on("UpdateItem").holdRequest();
 * }</pre>
 *
 * <p>A fault stays until it has struck as often as it may, or is cleared. Each call suffers one fault at most: the first
 * set of those that match it. An in-process client reports a lost call at once, as an {@code SdkClientException} with an
 * {@code IOException} as its cause, and does not retry; an HTTP client sees its connection closed without an answer, and
 * retries if it is set to.
 *
 * <p>Thread-safe. Chance is drawn from one sequence, which {@link #seed} begins anew: the same calls in the same order
 * meet the same faults.
 */
public final class Faults {
    private final List<Fault> active = new CopyOnWriteArrayList<>();
    private final List<HeldCalls> holding = new CopyOnWriteArrayList<>();
    private final Random chance = new Random(0);

    Faults() {}

    /** Begins a fault on calls of one or more operations, such as {@code "UpdateItem"}. */
    public FaultBuilder on(String operation, String... more) {
        Set<String> operations = new HashSet<>(List.of(more));
        operations.add(operation);
        return new FaultBuilder(this, FaultSpec.on(Set.copyOf(operations)));
    }

    /** Begins a fault on calls of any operation. */
    public FaultBuilder onAny() {
        return new FaultBuilder(this, FaultSpec.on(Set.of()));
    }

    /** Begins the sequence of chance anew; without it the sequence is that of seed 0. */
    public void seed(long seed) {
        synchronized (chance) {
            chance.setSeed(seed);
        }
    }

    /** Ends all faults and releases all held calls. Delayed calls stay delayed. */
    public void clear() {
        active.clear();
        holding.forEach(HeldCalls::release);
        holding.clear();
    }

    Fault add(FaultSpec spec, Effect effect) {
        Fault fault = new Fault(spec, effect, active::remove);
        active.add(fault);
        return fault;
    }

    void holds(HeldCalls held) {
        holding.add(held);
    }

    /** The fault that strikes a call, or null. */
    @Nullable
    Fault striking(String operation, Collection<String> tables, DynamoDbRequest request) {
        for (Fault fault : active) {
            if (fault.strikes(operation, tables, request, this::roll)) {
                return fault;
            }
        }
        return null;
    }

    private double roll() {
        synchronized (chance) {
            return chance.nextDouble();
        }
    }
}

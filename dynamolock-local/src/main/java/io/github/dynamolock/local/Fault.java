package io.github.dynamolock.local;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * A fault that is in force. Keep it to see whether it struck, or to end it before the others.
 *
 * <p>Thread-safe.
 */
public final class Fault {
    private final FaultSpec spec;
    private final String what;
    private final Effect effect;
    private final boolean cutsReplies;
    private final Consumer<Fault> remover;
    private final AtomicInteger met = new AtomicInteger();
    private final AtomicInteger chosen = new AtomicInteger();
    private final AtomicInteger hits = new AtomicInteger();
    private volatile Chance chance = new Chance(0, 0);

    /**
     * Makes a fault.
     *
     * @param what what it does, in words
     * @param cutsReplies whether calls that arrived before it was in force lose their replies too
     */
    Fault(FaultSpec spec, String what, Effect effect, boolean cutsReplies, Consumer<Fault> remover) {
        this.spec = spec;
        this.what = what;
        this.effect = effect;
        this.cutsReplies = cutsReplies;
        this.remover = remover;
    }

    /** How many calls it struck: one that it holds, or lets others overtake, is held, or can be overtaken, by then. */
    public int hits() {
        return hits.get();
    }

    /** Ends the fault. Calls that it already holds or delays stay so. */
    public void remove() {
        remover.accept(this);
    }

    /** What it does, and to which calls. */
    @Override
    public String toString() {
        return what + " " + spec;
    }

    String what() {
        return what;
    }

    void beginChance(long seed, int number) {
        chance = new Chance(seed, number);
    }

    boolean strikes(Call call) {
        if (!spec.matches(call) || met.getAndUpdate(calls -> Math.min(calls, spec.skipped()) + 1) < spec.skipped()) {
            return false;
        }
        // Only calls that may be struck draw a number, so that others do not shift those that follow.
        if (spec.probability() < 1 && chance.next(call.client()) >= spec.probability()) {
            return false;
        }
        if (chosen.getAndUpdate(calls -> Math.min(calls, spec.times() - 1) + 1) >= spec.times()) {
            remove();
            return false;
        }
        return true;
    }

    /** Has its effect on a call that it strikes. */
    CompletionStage<DynamoDbResponse> strike(Delivery delivery) {
        CompletionStage<DynamoDbResponse> delivered = effect.strike(delivery);
        hits.incrementAndGet();
        return delivered;
    }

    /** Whether it takes the reply of a call that arrived before. */
    boolean cutsReplyOf(Call call) {
        return cutsReplies && spec.matches(call);
    }
}

package io.github.dynamolock.local;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Breaks a {@link LocalDynamoDb} on command, in all its fronts alike.
 *
 * <pre>{@code
 * dynamo.faults().on("UpdateItem").times(1).loseReply();
 * dynamo.faults().onAny().table("locks").withProbability(0.05).throttle();
 * Fault partition = dynamo.faults().onAny().client("orders-1").partition(Partition.BOTH);
 * HeldCalls held = dynamo.faults().on("UpdateItem").holdRequest();
 * }</pre>
 *
 * <p>A fault stays until it has struck as often as it may, is removed, or all are cleared. Each call suffers one fault at
 * most: the first set of those that match it. An in-process client reports a lost call at once, as an
 * {@code SdkClientException} with an {@code IOException} as its cause, and does not retry; an HTTP client sees its
 * connection closed without an answer, and retries if it is set to.
 *
 * <p>Chance can be repeated: whether a fault strikes a call that it may strike depends only on the seed, on how many
 * faults were set before it, on the client, and on how many such calls this client made before. So the same calls meet the
 * same faults, however those of several clients interleave; {@link #strikes} tells which they were. What depends on
 * the order of calls of different clients does not repeat by itself: {@link FaultBuilder#times} and
 * {@link FaultBuilder#after} count the calls of all.
 *
 * <p>Thread-safe.
 */
public final class Faults {
    private final Runnable keepEarlierItems;
    private final List<Fault> active = new CopyOnWriteArrayList<>();
    private final List<HeldCalls> holding = new CopyOnWriteArrayList<>();
    private final Strikes strikes = new Strikes();
    // Both guarded by this.
    private long seed;
    private int numbers;

    Faults(Runnable keepEarlierItems) {
        this.keepEarlierItems = keepEarlierItems;
    }

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

    /** Begins chance anew, also for faults in force, and forgets the {@link #strikes}; the seed is 0 without it. */
    public synchronized void seed(long value) {
        seed = value;
        numbers = 0;
        active.forEach(fault -> fault.beginChance(value, numbers++));
        strikes.clear();
    }

    /**
     * The calls that faults struck since the last {@link #seed}, in their order: what to print when a test fails. Only the
     * latest 10,000 are kept.
     */
    public List<Strike> strikes() {
        return strikes.all();
    }

    /** Ends all faults and releases all held calls. Delayed calls stay delayed. */
    public void clear() {
        active.clear();
        holding.forEach(HeldCalls::release);
        holding.clear();
    }

    synchronized Fault add(FaultSpec spec, String what, Effect effect, boolean cutsReplies) {
        Fault fault = new Fault(spec, what, effect, cutsReplies, active::remove);
        fault.beginChance(seed, numbers++);
        active.add(fault);
        return fault;
    }

    void holds(HeldCalls held) {
        holding.add(held);
    }

    void keepEarlierItems() {
        keepEarlierItems.run();
    }

    /** The fault that strikes a call, or null. */
    @Nullable
    Fault striking(Call call, LongSupplier number) {
        for (Fault fault : active) {
            if (fault.strikes(call)) {
                strikes.add(new Strike(
                        number.getAsLong(), call.client(), call.operation(), List.copyOf(call.tables()), fault.what()));
                return fault;
            }
        }
        return null;
    }

    /** Whether the reply of a call that arrived before is lost now. */
    boolean cutReplyOf(Call call) {
        for (Fault fault : active) {
            if (fault.cutsReplyOf(call)) {
                return true;
            }
        }
        return false;
    }
}

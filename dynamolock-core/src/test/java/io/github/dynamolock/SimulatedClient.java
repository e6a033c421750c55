package io.github.dynamolock;

import io.github.dynamolock.table.LockRow;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The real client on seams of a simulation's making: its clocks, its timer and its threads. What a simulation of another
 * package needs to see of it, and nothing else. It has no thread of its own.
 */
public final class SimulatedClient {

    private final Engine engine;
    private final DefaultLockClient client;

    /**
     * A client.
     *
     * @param settings the settings; a time source among them is not used
     * @param time the machine's clocks and timer
     * @param renewals runs renewals, and the releases of a closing client
     * @param calls runs all other calls
     * @param callbacks runs users' code
     * @param random from 0 to 1, for jitter
     */
    public SimulatedClient(
            LockClientBuilder settings,
            TimeSource time,
            Executor renewals,
            Executor calls,
            Executor callbacks,
            DoubleSupplier random) {
        Scheduler scheduler = (delay, task) -> time.schedule(delay, task)::run;
        this.engine = Engines.of(
                settings.dynamoDb,
                ClientSettings.of(settings),
                () -> new Moment(time.nanoTime(), time.currentTimeMillis()),
                scheduler,
                renewals,
                calls,
                callbacks,
                random);
        this.client = new DefaultLockClient(engine, null);
    }

    /** The client. Its {@code close} and its blocking acquires wait for threads that a simulation does not have. */
    public LockClient client() {
        return client;
    }

    /** Whether {@code isHeld()} would say yes, asked without anyone noticing; for a handle that this client granted just now. */
    public BooleanSupplier belief(LockHandle granted) {
        Hold hold = hold(granted);
        return hold == null ? () -> false : () -> hold.state().wouldBeHeld();
    }

    /** When it was granted, by the machine's monotonic clock; now, when that is not known any more. */
    public long grantedNanos(LockHandle granted) {
        Hold hold = hold(granted);
        return hold == null
                ? engine.clock().now().nanos()
                : hold.state().lease().granted().nanos();
    }

    /** Whether its lease was over when it was granted. */
    public boolean wasOverWhenGranted(LockHandle granted) {
        Hold hold = hold(granted);
        Lease lease = hold == null ? null : hold.state().lease();
        return lease != null && Lease.isOver(lease.confirmed(), lease.duration(), lease.granted());
    }

    private @Nullable Hold hold(LockHandle granted) {
        return granted instanceof Hold own ? own : engine.holds().byVersion(granted.lockId() + ":");
    }

    /** What {@code close} does before it waits. */
    public CompletableFuture<Void> startClosing() {
        return client.startClosing();
    }

    /** A row as the client reads it. */
    public LockRow row(Map<String, AttributeValue> item) {
        return engine.rows().row(item);
    }
}

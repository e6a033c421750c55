package io.github.dynamolock.spring.metrics;

import io.github.dynamolock.HeldLock;
import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockClientClosedException;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockListener;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.TableRequest;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times locks by their name. Never by their key: each value of a tag is a time series that is kept for ever.
 *
 * <p>What is held and what waits is asked of the clients when a gauge is read: counting events would drift, since a lock
 * whose release fails ends without one.
 */
final class LockMeters implements LockListener {

    private static final String UNNAMED = "none";

    private final MeterRegistry registry;
    private final Set<String> names = ConcurrentHashMap.newKeySet();
    private volatile Collection<LockClient> clients = List.of();

    LockMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** The clients whose waiting callers are counted: known later than this listener, which they need to be built. */
    void observe(Collection<LockClient> all) {
        clients = List.copyOf(all);
    }

    @Override
    public void granted(HeldLock lock, Duration waited) {
        acquire(known(lock.name()), "granted", waited);
    }

    @Override
    public void contended(LockRequest request, LockInfo holder) {
        known(request.name().orElse(null));
    }

    @Override
    public void notGranted(LockRequest request, Throwable reason, Duration waited) {
        acquire(known(request.name().orElse(null)), outcome(reason), waited);
    }

    @Override
    public void renewed(HeldLock lock, Duration took) {
        renewal(known(lock.name()), "renewed", took);
    }

    @Override
    public void renewalFailed(HeldLock lock, Throwable cause) {
        failedRenewals(known(lock.name())).increment();
    }

    @Override
    public void lost(HeldLock lock, LockLoss loss) {
        String name = known(lock.name());
        hold(name, "lost", lock.heldFor());
        losses(name, loss.reason()).increment();
    }

    @Override
    public void released(HeldLock lock) {
        hold(known(lock.name()), "released", lock.heldFor());
    }

    @Override
    public void requested(TableRequest request) {
        Counter.builder("dynamolock.requests")
                .description("Requests to DynamoDB that lock clients sent")
                .tags("lock", known(request.lockName()), "operation", request.operation())
                .tag("outcome", lowerCase(request.outcome()))
                .register(registry)
                .increment();
    }

    private Counter losses(String name, LockLoss.Reason reason) {
        return Counter.builder("dynamolock.lost")
                .description("Locks lost while they were held")
                .tags("lock", name, "reason", lowerCase(reason))
                .register(registry);
    }

    private Counter failedRenewals(String name) {
        return Counter.builder("dynamolock.renewal.failures")
                .description("Renewals that did not reach the table, as far as known")
                .tag("lock", name)
                .register(registry);
    }

    private void acquire(String name, String outcome, Duration took) {
        timer("dynamolock.acquire", "Time from asking for a lock until it was granted or refused", name, outcome, took);
    }

    private void hold(String name, String outcome, Duration took) {
        timer("dynamolock.hold", "Time for which locks were held", name, outcome, took);
    }

    private void renewal(String name, String outcome, Duration took) {
        timer("dynamolock.renewal", "Time that renewals took to reach the table", name, outcome, took);
    }

    private void timer(String meter, String description, String name, String outcome, Duration took) {
        Timer.builder(meter)
                .description(description)
                .tags("lock", name, "outcome", outcome)
                .register(registry)
                .record(took);
    }

    /**
     * Makes, with the first event of a name, its gauges, and the counters of trouble: one that appears with the first trouble
     * shows no increase by it, and no alert would see that.
     */
    private String known(@Nullable String given) {
        String name = given == null || given.isBlank() ? UNNAMED : given;
        if (names.add(name)) {
            gauge("dynamolock.held", "Locks held now", name, meters -> meters.held(name));
            gauge("dynamolock.waiting", "Callers that wait for a lock now", name, meters -> meters.waiting(name));
            Counter unused = failedRenewals(name);
            for (LockLoss.Reason reason : LockLoss.Reason.values()) {
                Counter unusedToo = losses(name, reason);
            }
        }
        return name;
    }

    private void gauge(String meter, String description, String name, ToDoubleFunction<LockMeters> value) {
        Gauge.builder(meter, this, value)
                .description(description)
                .tag("lock", name)
                .register(registry);
    }

    private double held(String name) {
        return clients.stream()
                .flatMap(client -> client.heldLocks().stream())
                .filter(lock -> known(lock.name()).equals(name))
                .count();
    }

    private double waiting(String name) {
        return clients.stream()
                .flatMap(client -> client.waitingLocks().stream())
                .filter(waiting -> known(waiting.name()).equals(name))
                .count();
    }

    private static String outcome(Throwable reason) {
        if (reason instanceof LockNotGrantedException) {
            return "unavailable";
        }
        if (reason instanceof InterruptedException || reason instanceof CancellationException) {
            return "interrupted";
        }
        return reason instanceof LockClientClosedException ? "closed" : "failed";
    }

    private static String lowerCase(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}

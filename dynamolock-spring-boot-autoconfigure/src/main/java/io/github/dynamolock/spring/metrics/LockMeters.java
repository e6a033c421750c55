package io.github.dynamolock.spring.metrics;

import io.github.dynamolock.HeldLock;
import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockClientClosedException;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockListener;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockRequest;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times locks by their name. Never by their key: each value of a tag is a time series that is kept for ever.
 *
 * <p>Each granted lock is followed by exactly one loss or release, so that what is held can be counted; what waits is asked
 * of the clients.
 */
final class LockMeters implements LockListener {

    private static final String UNNAMED = "none";

    private final MeterRegistry registry;
    private final Map<String, AtomicInteger> held = new ConcurrentHashMap<>();
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
        String name = name(lock.name());
        held(name).incrementAndGet();
        acquire(name, "granted", waited);
    }

    @Override
    public void contended(LockRequest request, LockInfo holder) {
        held(name(request.name().orElse(null)));
    }

    @Override
    public void notGranted(LockRequest request, Throwable reason, Duration waited) {
        String name = name(request.name().orElse(null));
        held(name);
        acquire(name, outcome(reason), waited);
    }

    @Override
    public void renewed(HeldLock lock, Duration took) {
        renewal(name(lock.name()), "renewed", took);
    }

    @Override
    public void renewalFailed(HeldLock lock, Throwable cause) {
        Counter.builder("dynamolock.renewal.failures")
                .description("Renewals that did not reach the table, as far as known")
                .tag("lock", name(lock.name()))
                .register(registry)
                .increment();
    }

    @Override
    public void lost(HeldLock lock, LockLoss loss) {
        String name = name(lock.name());
        held(name).decrementAndGet();
        hold(name, "lost", lock.heldFor());
        Counter.builder("dynamolock.lost")
                .description("Locks lost while they were held")
                .tags("lock", name, "reason", lowerCase(loss.reason()))
                .register(registry)
                .increment();
    }

    @Override
    public void released(HeldLock lock) {
        String name = name(lock.name());
        held(name).decrementAndGet();
        hold(name, "released", lock.heldFor());
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

    /** How many are held of a name; its gauges are made with its first event. */
    private AtomicInteger held(String name) {
        return held.computeIfAbsent(name, this::gauges);
    }

    private AtomicInteger gauges(String name) {
        AtomicInteger count = new AtomicInteger();
        Tags tags = Tags.of("lock", name);
        Gauge.builder("dynamolock.held", count, AtomicInteger::get)
                .description("Locks held now")
                .tags(tags)
                .register(registry);
        Gauge.builder("dynamolock.waiting", this, meters -> meters.waiting(name))
                .description("Callers that wait for a lock now")
                .tags(tags)
                .register(registry);
        return count;
    }

    private double waiting(String name) {
        return clients.stream()
                .flatMap(client -> client.waitingLocks().stream())
                .filter(waiting -> Objects.equals(name(waiting.name()), name))
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

    private static String name(@Nullable String name) {
        return name == null || name.isBlank() ? UNNAMED : name;
    }

    private static String lowerCase(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}

package io.github.dynamolock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Collects the settings of a {@link LeaderElector}. Everything has a default. Not thread-safe. */
public final class LeaderElectorBuilder {

    /** One acquisition of a campaign. When it is over the next one begins. */
    private static final Duration CAMPAIGN = Duration.ofMinutes(10);

    private final LockClient locks;
    private final LockRequest.Builder request;
    private Duration retryPause = Duration.ofSeconds(5);
    private final List<LeadershipListener> listeners = new ArrayList<>();
    private @Nullable Executor callbacks;

    LeaderElectorBuilder(LockClient locks, String key) {
        this.locks = locks;
        this.request = LockRequest.forKey(key).waitTime(CAMPAIGN);
    }

    /**
     * How long the leadership outlives the last renewal that reached the table: after that at the latest, and a little more,
     * another leads in the place of a leader that died. Default: the client's lease.
     */
    public LeaderElectorBuilder leaseDuration(Duration lease) {
        ClientSettings.requireLease("leaseDuration", lease);
        request.leaseDuration(lease);
        return this;
    }

    /** A name of few values for the lock's metrics and logs. */
    public LeaderElectorBuilder name(String name) {
        request.name(name);
        return this;
    }

    /**
     * The pause before this elector campaigns again, after a failure, a loss, or a {@linkplain LeaderElector#resign() resignation}. Longer than the poll
     * interval of the other candidates' clients, so that one of them leads after a resignation. Default: 5 seconds.
     */
    public LeaderElectorBuilder retryPause(Duration pause) {
        ClientSettings.requirePositive("retryPause", pause);
        this.retryPause = pause;
        return this;
    }

    /** Adds a listener; they are called in the order in which they were added. */
    public LeaderElectorBuilder listener(LeadershipListener listener) {
        listeners.add(listener);
        return this;
    }

    /**
     * Where listeners are called. Default: a thread of the elector's own, which is there only while there is something to tell. An executor that
     * refuses leaves the call to the thread that has something to tell. Where it has but one thread, close the elector on another.
     */
    public LeaderElectorBuilder callbackExecutor(Executor executor) {
        this.callbacks = executor;
        return this;
    }

    /**
     * Builds the elector, which does nothing before it is {@linkplain LeaderElector#start() started}.
     *
     * @throws IllegalArgumentException when the client does not renew its locks: no leadership would last
     */
    public LeaderElector build() {
        LeaderThreads threads = new LeaderThreads();
        return build(SystemClock.INSTANCE, threads, callbacks == null ? threads : callbacks);
    }

    /** On given seams. */
    LeaderElector build(Clock clock, Scheduler scheduler, Executor executor) {
        if (locks.heartbeatPeriod().isZero()) {
            throw new IllegalArgumentException(
                    "the lock client of a leader elector must renew its locks, but its heartbeatPeriod is zero");
        }
        LockRequest asked = request.build();
        CampaignLog campaigns = new CampaignLog(asked.lockKey());
        return new DefaultLeaderElector(
                locks,
                request.watch(campaigns).build(),
                campaigns,
                retryPause,
                clock,
                scheduler,
                new LeaderCallbacks(listeners, executor));
    }
}

package io.github.dynamolock.spring.leader;

import io.github.dynamolock.LeaderElector;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the electors when all beans are there, and closes them when the application stops: each gives up its leadership,
 * and frees its lock once its listeners have returned.
 *
 * <p>A closed elector stays closed, so a mere pause of the context, as between tests, leaves it as it is.
 */
final class LeaderElectorsLifecycle implements SmartLifecycle {

    /**
     * Above executors (MAX_VALUE / 2) and lock clients: started after them and stopped before, so that listeners have both.
     * Below web servers (near MAX_VALUE): a request that counts on the leadership may end first.
     */
    static final int PHASE = Integer.MAX_VALUE / 2 + 1024;

    private static final Logger LOGGER = LoggerFactory.getLogger(LeaderElectorsLifecycle.class);

    private final Map<String, LeaderElector> electors;
    private final ApplicationEventPublisher publisher;
    private final ThreadFactory threads;
    private volatile boolean running;

    LeaderElectorsLifecycle(LeaderElectors electors, ApplicationEventPublisher publisher) {
        this(electors, publisher, Thread::new);
    }

    LeaderElectorsLifecycle(LeaderElectors electors, ApplicationEventPublisher publisher, ThreadFactory threads) {
        this.electors = electors.byName();
        this.publisher = publisher;
        this.threads = threads;
    }

    @Override
    public void start() {
        running = true;
        electors.forEach(this::start);
    }

    private void start(String name, LeaderElector elector) {
        switch (elector.state()) {
            case CLOSED ->
                LOGGER.warn("Leader elector '{}' was closed and does not campaign: it takes a new application", name);
            case NEW -> {
                elector.addListener(new LeadershipEvents(name, elector, publisher));
                elector.start();
            }
            default ->
                LOGGER.warn(
                        "Leader elector '{}' was started before the application was: no events tell of it. Leave"
                                + " starting it to the context.",
                        name);
        }
    }

    @Override
    public void stop() {
        closeAll().join();
    }

    /** The container waits as long as it does for any phase, whatever a listener does. */
    @Override
    public void stop(Runnable callback) {
        CompletableFuture<?> unused = closeAll().whenComplete((result, failure) -> callback.run());
    }

    private CompletableFuture<Void> closeAll() {
        running = false;
        return CompletableFuture.allOf(electors.entrySet().stream()
                .map(elector ->
                        CompletableFuture.runAsync(elector.getValue()::close, task -> inThread(elector.getKey(), task)))
                .toArray(CompletableFuture[]::new));
    }

    private void inThread(String name, Runnable task) {
        try {
            Thread thread = threads.newThread(task);
            thread.setName("dynamolock-leader-stop-" + name);
            thread.setDaemon(true);
            thread.start();
        } catch (OutOfMemoryError e) {
            // There is no thread for it: one after the other then.
            task.run();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    @Override
    public boolean isPauseable() {
        return false;
    }
}

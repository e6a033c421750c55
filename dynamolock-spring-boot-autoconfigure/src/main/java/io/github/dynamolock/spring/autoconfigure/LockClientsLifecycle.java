package io.github.dynamolock.spring.autoconfigure;

import io.github.dynamolock.LockClient;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Closes the lock clients when the application stops: after the web server has finished its requests and the executors
 * their tasks, which may hold locks; and before any bean is destroyed, the DynamoDB client among them.
 *
 * <p>A closed client stays closed, so a mere pause of the context, as between tests, leaves it open.
 */
final class LockClientsLifecycle implements SmartLifecycle {

    /** Below web servers (near MAX_VALUE) and executors (MAX_VALUE / 2): stopped after them. */
    static final int PHASE = Integer.MAX_VALUE / 2 - 1024;

    private static final Logger LOGGER = LoggerFactory.getLogger(LockClientsLifecycle.class);

    private final Map<String, LockClient> clients;
    private volatile boolean running;

    LockClientsLifecycle(Map<String, LockClient> clients) {
        this.clients = Map.copyOf(clients);
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        clients.forEach(LockClientsLifecycle::close);
    }

    private static void close(String name, LockClient client) {
        try {
            client.close();
        } catch (RuntimeException failure) {
            LOGGER.warn("The lock client '{}' left locks behind; they lapse with their leases", name, failure);
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

package io.github.dynamolock.spring.metrics;

import io.github.dynamolock.LockClient;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Tells the meters the clients, once all exist: a client needs the meters to be built, not the other way round. */
final class LockMetersBinder implements SmartInitializingSingleton {

    private final LockMeters meters;
    private final ListableBeanFactory clients;

    LockMetersBinder(LockMeters meters, ListableBeanFactory clients) {
        this.meters = meters;
        this.clients = clients;
    }

    @Override
    public void afterSingletonsInstantiated() {
        // Also those that are no candidates for injection.
        meters.observe(clients.getBeansOfType(LockClient.class).values());
    }
}

package io.github.dynamolock.spring.metrics;

import io.github.dynamolock.LockClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Tells the meters the clients, once all exist: a client needs the meters to be built, not the other way round. */
final class LockMetersBinder implements SmartInitializingSingleton {

    private final LockMeters meters;
    private final ObjectProvider<LockClient> clients;

    LockMetersBinder(LockMeters meters, ObjectProvider<LockClient> clients) {
        this.meters = meters;
        this.clients = clients;
    }

    @Override
    public void afterSingletonsInstantiated() {
        meters.observe(clients.orderedStream().toList());
    }
}

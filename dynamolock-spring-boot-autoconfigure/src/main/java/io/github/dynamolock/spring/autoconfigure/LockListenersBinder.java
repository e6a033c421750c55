package io.github.dynamolock.spring.autoconfigure;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockListener;
import java.util.List;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Adds the application's listeners to the clients that it has built by hand; the others have them already. Once all exist, so
 * that a listener may need a client to be built, or the other way round.
 */
final class LockListenersBinder implements SmartInitializingSingleton {

    private final ObjectProvider<LockListener> listeners;
    private final ListableBeanFactory clients;

    LockListenersBinder(ObjectProvider<LockListener> listeners, ListableBeanFactory clients) {
        this.listeners = listeners;
        this.clients = clients;
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<LockListener> inOrder = listeners.orderedStream().toList();
        // Also those that are no candidates for injection.
        clients.getBeansOfType(LockClient.class).values().forEach(client -> inOrder.forEach(client::addListener));
    }
}

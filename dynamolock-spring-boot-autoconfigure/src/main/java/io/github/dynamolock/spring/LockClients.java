package io.github.dynamolock.spring;

import io.github.dynamolock.LockClient;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;

/** Finds lock clients at their first use, so that the advice can exist long before them. */
final class LockClients {

    private final BeanFactory beanFactory;
    private final Map<String, LockClient> byName = new ConcurrentHashMap<>();

    LockClients(BeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    /** The client of this bean name, or the only one when the name is empty. */
    LockClient client(String name, String method) {
        LockClient known = byName.get(name);
        if (known != null) {
            return known;
        }
        // Not computeIfAbsent: creating the bean may run code that comes back here.
        LockClient found = find(name, method);
        byName.put(name, found);
        return found;
    }

    private LockClient find(String name, String method) {
        try {
            return name.isEmpty() ? beanFactory.getBean(LockClient.class) : beanFactory.getBean(name, LockClient.class);
        } catch (NoUniqueBeanDefinitionException several) {
            throw new IllegalStateException(
                    "@DistributedLock on " + method + " does not say which LockClient to use: there are "
                            + several.getBeanNamesFound()
                            + ". Name one in its attribute client, or mark one bean as @Primary.",
                    several);
        } catch (NoSuchBeanDefinitionException none) {
            throw new IllegalStateException(
                    "@DistributedLock on " + method + " finds no LockClient bean"
                            + (name.isEmpty() ? "" : " named '" + name + "'")
                            + ". Define one, or let dynamolock's auto-configuration do it.",
                    none);
        }
    }
}

package io.github.dynamolock.spring;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one method is locked: its annotation, read, checked and compiled.
 *
 * @param method the method for messages
 * @param returnType what the body returns
 * @param name the name for metrics
 * @param key gives the key of a call
 * @param waitTime the total wait, or null for the client's
 * @param leaseTime the lease, or null for the client's
 * @param onUnavailable what follows when it is not granted
 * @param onLost what follows when it is lost
 * @param reentrant whether nested calls join
 * @param client the client's bean name, or empty for the only one
 */
record LockOperation(
        String method,
        Class<?> returnType,
        String name,
        LockKeyExpression key,
        @Nullable Duration waitTime,
        @Nullable Duration leaseTime,
        OnUnavailable onUnavailable,
        OnLost onLost,
        boolean reentrant,
        String client) {

    /** One attempt that may come back empty needs no exception to say so. */
    boolean triesOnce() {
        return onUnavailable == OnUnavailable.SKIP && waitTime != null && waitTime.isZero();
    }
}

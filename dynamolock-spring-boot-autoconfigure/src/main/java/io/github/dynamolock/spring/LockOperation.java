package io.github.dynamolock.spring;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one method is locked: its annotation, read, checked and compiled.
 *
 * @param method the method for messages
 * @param result what the body returns
 * @param name the name for metrics
 * @param key gives the key of a call
 * @param times the times that it sets
 * @param onUnavailable what follows when it is not granted
 * @param fallback what runs then, or null
 * @param onLost what follows when it is lost
 * @param reentrant whether nested calls join
 * @param client the client's bean name, or empty for the only one
 */
record LockOperation(
        String method,
        CallResult result,
        String name,
        LockKeyExpression key,
        LockTimes times,
        OnUnavailable onUnavailable,
        @Nullable Fallback fallback,
        OnLost onLost,
        boolean reentrant,
        String client) {

    /** One attempt that may come back empty needs no exception to say so. */
    boolean triesOnce() {
        Duration wait = times.waitTime();
        return onUnavailable == OnUnavailable.SKIP && wait != null && wait.isZero();
    }
}

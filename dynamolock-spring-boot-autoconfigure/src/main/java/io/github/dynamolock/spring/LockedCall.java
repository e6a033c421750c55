package io.github.dynamolock.spring;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockException;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockRequest;
import java.time.Duration;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.interceptor.ExposeInvocationInterceptor;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * One call of an annotated method, before its locks: what it needs, and what it is without them.
 *
 * @param operation how the method is locked
 * @param keys the keys of this call
 * @param client the lock client
 * @param onLost what a loss means; never {@code DEFAULT}
 * @param observations begins its observation
 * @param invocation the call itself
 */
record LockedCall(
        LockOperation operation,
        LockKeys keys,
        LockClient client,
        OnLost onLost,
        CallObservations observations,
        MethodInvocation invocation) {

    /** Begins its observation, inside the current one of this thread. */
    CallObservation observe() {
        return observations.begin(this, null);
    }

    boolean isForSeveralKeys() {
        return keys.several();
    }

    boolean interruptsOnLoss() {
        return onLost == OnLost.INTERRUPT;
    }

    /** A request for one of the keys. Null waits as long as the client does. */
    LockRequest request(AttributeValue key, @Nullable Duration waitTime, boolean byThread) {
        LockRequest.Builder request = LockRequest.forKey(key).name(operation.name());
        LockTimes times = operation.times();
        if (waitTime != null) {
            request.waitTime(waitTime);
        }
        if (times.lease() != null) {
            request.leaseDuration(times.lease());
        }
        if (times.minHold() != null) {
            request.minHold(times.minHold());
        }
        if (times.maxHold() != null) {
            request.maxHold(times.maxHold());
        }
        if (operation.reentrant() && byThread) {
            request.reentrant();
        }
        return request.build();
    }

    KeyHold hold(AttributeValue key, LockHandle handle) {
        return new KeyHold(client, key, handle, operation.reentrant());
    }

    /** The client's refusal of a request, as the method's author has to read it. */
    IllegalArgumentException refused(IllegalArgumentException refusal) {
        return new IllegalArgumentException(
                "@DistributedLock on " + operation.method() + ", key = \""
                        + operation.key().text() + "\": "
                        + refusal.getMessage()
                        + ". Change the annotation or the lock client's settings. The method did not run.",
                refusal);
    }

    /** Runs the rest of the call on this thread. */
    @Nullable
    Object proceed() throws Throwable {
        return invocation.proceed();
    }

    /**
     * Runs the rest of the call on another thread than the caller's, or another time. Aspects further in look their
     * invocation up by thread.
     */
    @Nullable
    Object proceedElsewhere() throws Throwable {
        return invocation instanceof ProxyMethodInvocation proxied
                ? ExposeInvocationInterceptor.INSTANCE.invoke(proxied.invocableClone())
                : invocation.proceed();
    }

    /** What the call returns when its locks can't be had, unless that is thrown. */
    @Nullable
    Object withoutLock(LockException why) throws Throwable {
        Fallback fallback = operation.fallback();
        if (fallback != null) {
            return fallback.run(invocation, why);
        }
        if (operation.onUnavailable() == OnUnavailable.SKIP && why instanceof LockNotGrantedException) {
            return operation.result().skipped();
        }
        throw why;
    }
}

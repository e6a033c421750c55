package io.github.dynamolock.spring;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockException;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockRequest;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** One call of an annotated method: key, lock, body, release. */
final class DistributedLockInterceptor implements MethodInterceptor {

    private final LockOperations operations;
    private final LockClients clients;
    private final Supplier<AnnotationDefaults> defaults;

    DistributedLockInterceptor(LockOperations operations, LockClients clients, Supplier<AnnotationDefaults> defaults) {
        this.operations = operations;
        this.clients = clients;
        this.defaults = defaults;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        Class<?> targetClass =
                target == null ? invocation.getMethod().getDeclaringClass() : AopUtils.getTargetClass(target);
        LockOperation operation = operations.find(invocation.getMethod(), targetClass);
        if (operation == null) {
            return invocation.proceed();
        }
        AttributeValue key =
                operation.key().evaluate(defaults.get().keyPrefix(), target, targetClass, invocation.getArguments());
        LockClient client = clients.client(operation.client(), operation.method());
        LockHandle joined = operation.reentrant() ? LockContext.joinable(client, key) : null;
        if (joined != null) {
            return proceed(invocation, joined, client, key, true);
        }
        LockHandle handle = acquire(client, operation, request(operation, key));
        if (handle == null) {
            return SkippedResult.of(operation.returnType());
        }
        return locked(invocation, operation, handle, client, key);
    }

    private static LockRequest request(LockOperation operation, AttributeValue key) {
        try {
            LockRequest.Builder request = LockRequest.forKey(key).name(operation.name());
            if (operation.waitTime() != null) {
                request.waitTime(operation.waitTime());
            }
            if (operation.leaseTime() != null) {
                request.leaseDuration(operation.leaseTime());
            }
            if (operation.reentrant()) {
                request.reentrant();
            }
            return request.build();
        } catch (IllegalArgumentException refusal) {
            throw operation.key().refusedByClient(refusal);
        }
    }

    /** The lock, or null when the body is to be skipped. */
    private static @Nullable LockHandle acquire(LockClient client, LockOperation operation, LockRequest request) {
        try {
            return operation.triesOnce() ? client.tryAcquire(request).orElse(null) : client.acquire(request);
        } catch (LockNotGrantedException unavailable) {
            if (operation.onUnavailable() == OnUnavailable.SKIP) {
                return null;
            }
            throw unavailable;
        } catch (IllegalArgumentException refusal) {
            throw new IllegalArgumentException(
                    "@DistributedLock on " + operation.method() + ": " + refusal.getMessage()
                            + ". The method did not run.",
                    refusal);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new LockException(
                    "Interrupted while waiting for the lock of " + operation.method() + "; the method did not run",
                    interrupted);
        }
    }

    private @Nullable Object locked(
            MethodInvocation invocation,
            LockOperation operation,
            LockHandle handle,
            LockClient client,
            AttributeValue key)
            throws Throwable {
        OnLost onLost = defaults.get().resolve(operation.onLost());
        LossGuard guard = LossGuard.watch(handle, onLost == OnLost.INTERRUPT);
        if (!handle.isHeld()) {
            // A pause as long as the lease can follow the grant: the body must not begin then, whatever onLost says.
            throw LockLosses.before(operation, handle, LockLosses.end(guard, handle));
        }
        Object result;
        try {
            result = proceed(invocation, handle, client, key, operation.reentrant());
        } catch (Throwable failure) {
            throw LockLosses.failed(failure, operation, handle, guard, onLost);
        }
        LockLosses.returned(operation, handle, guard, onLost);
        return result;
    }

    private static @Nullable Object proceed(
            MethodInvocation invocation, LockHandle handle, LockClient client, AttributeValue key, boolean reentrant)
            throws Throwable {
        LockContext.enter(handle, client, key, reentrant);
        try {
            return invocation.proceed();
        } finally {
            LockContext.exit();
        }
    }
}

package io.github.dynamolock.spring;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;

/** Turns the call of an annotated method into a {@link LockedCall}, and runs it as its result asks for. */
final class DistributedLockInterceptor implements MethodInterceptor {

    private final LockOperations operations;
    private final LockClients clients;
    private final Supplier<AnnotationDefaults> defaults;
    private final CallObservations observations;

    DistributedLockInterceptor(
            LockOperations operations,
            LockClients clients,
            Supplier<AnnotationDefaults> defaults,
            CallObservations observations) {
        this.operations = operations;
        this.clients = clients;
        this.defaults = defaults;
        this.observations = observations;
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
        if (operation.result().kind().isFuture()) {
            return future(operation, invocation, targetClass);
        }
        return operation.result().kind() == CallResult.Kind.VALUE
                ? BlockingCall.run(call(operation, invocation, targetClass))
                : publisher(operation, invocation, targetClass);
    }

    /** A subscriber is told every failure by its signal. */
    private Object publisher(LockOperation operation, MethodInvocation invocation, Class<?> targetClass) {
        try {
            return ReactiveCall.run(call(operation, invocation, targetClass));
        } catch (RuntimeException failure) {
            return ReactiveCall.failed(operation.result(), failure);
        }
    }

    /** A caller that expects a future finds every failure in it. */
    private CompletableFuture<@Nullable Object> future(
            LockOperation operation, MethodInvocation invocation, Class<?> targetClass) {
        try {
            LockedCall call = call(operation, invocation, targetClass);
            return operation.result().kind() == CallResult.Kind.FUTURE
                    ? FutureCall.run(call)
                    : FutureCall.runOnThisThread(call);
        } catch (RuntimeException failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    private LockedCall call(LockOperation operation, MethodInvocation invocation, Class<?> targetClass) {
        AnnotationDefaults settings = defaults.get();
        LockKeys keys = operation
                .key()
                .evaluate(settings.keyPrefix(), invocation.getThis(), targetClass, invocation.getArguments());
        return new LockedCall(
                operation,
                keys,
                clients.client(operation.client(), operation.method()),
                settings.resolve(operation.onLost()),
                observations,
                invocation);
    }
}

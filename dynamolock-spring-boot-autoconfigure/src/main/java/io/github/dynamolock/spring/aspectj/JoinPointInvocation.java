package io.github.dynamolock.spring.aspectj;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;
import org.aopalliance.intercept.MethodInvocation;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.reflect.MethodSignature;
import org.jspecify.annotations.Nullable;

/** A woven call as Spring's advice sees calls. May be run more than once, and on any thread. */
final class JoinPointInvocation implements MethodInvocation {

    private final ProceedingJoinPoint call;
    private final Method method;

    JoinPointInvocation(ProceedingJoinPoint call) {
        this.call = call;
        this.method = ((MethodSignature) call.getSignature()).getMethod();
    }

    @Override
    public Method getMethod() {
        return method;
    }

    @Override
    public @Nullable Object[] getArguments() {
        return call.getArgs();
    }

    @Override
    public @Nullable Object proceed() throws Throwable {
        return call.proceed();
    }

    @Override
    public @Nullable Object getThis() {
        return call.getThis();
    }

    @Override
    public AccessibleObject getStaticPart() {
        return method;
    }
}

package io.github.dynamolock.spring;

import io.github.dynamolock.LockException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.core.CoroutinesUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The method that stands in for a body which got no lock: of the same class and with the same parameters, and with the
 * lock's exception behind them if it likes. It runs without the lock. Exceptions of the body never come here.
 *
 * @param method the method, made accessible
 * @param failure the exceptions that it is for
 * @param wantsFailure whether it has a parameter for the exception
 */
record Fallback(Method method, Class<?> failure, boolean wantsFailure) {

    /** The most fitting method of this name; fails when there is none. */
    static Fallback find(String name, Method locked, Class<?> userClass, AnnotationText text) {
        List<Class<?>> parameters = parameters(locked);
        List<Method> named = Arrays.stream(ReflectionUtils.getUniqueDeclaredMethods(userClass))
                .filter(method -> method.getName().equals(name) && !method.isBridge())
                .toList();
        List<Fallback> fitting = new ArrayList<>();
        for (Method method : named) {
            Fallback candidate = candidate(method, parameters);
            if (candidate != null) {
                fitting.add(candidate);
            }
        }
        Fallback best = null;
        for (Fallback candidate : fitting) {
            if (best == null || best.failure.isAssignableFrom(candidate.failure)) {
                best = candidate;
            }
        }
        if (best == null) {
            throw text.problem(
                    named.isEmpty()
                            ? "fallbackMethod = \"" + name + "\" names no method of " + userClass.getName()
                            : "no method '" + name + "' of " + userClass.getName()
                                    + " has the parameters of the locked one",
                    "Declare " + name + "(" + names(parameters)
                            + "), with a LockException as a last parameter if you like",
                    null);
        }
        requireSameResult(best.method, locked, text);
        ReflectionUtils.makeAccessible(best.method);
        return best;
    }

    private static @Nullable Fallback candidate(Method method, List<Class<?>> wanted) {
        List<Class<?>> own = parameters(method);
        if (own.equals(wanted)) {
            return new Fallback(method, LockException.class, false);
        }
        int last = own.size() - 1;
        if (last == wanted.size() && own.subList(0, last).equals(wanted)) {
            Class<?> failure = own.get(last);
            if (failure.isAssignableFrom(LockException.class)) {
                return Throwable.class.isAssignableFrom(failure)
                        ? new Fallback(method, LockException.class, true)
                        : null;
            }
            return LockException.class.isAssignableFrom(failure) ? new Fallback(method, failure, true) : null;
        }
        return null;
    }

    private static List<Class<?>> parameters(Method method) {
        List<Class<?>> all = List.of(method.getParameterTypes());
        return CallResult.isSuspending(method) ? all.subList(0, all.size() - 1) : all;
    }

    private static void requireSameResult(Method fallback, Method locked, AnnotationText text) {
        boolean alike = CallResult.isSuspending(fallback) == CallResult.isSuspending(locked)
                && ClassUtils.isAssignable(locked.getReturnType(), fallback.getReturnType());
        if (!alike) {
            throw text.problem(
                    "fallbackMethod '" + fallback.getName() + "' returns "
                            + fallback.getReturnType().getSimpleName(),
                    "Return " + locked.getReturnType().getSimpleName() + " as the locked method does",
                    null);
        }
    }

    private static String names(List<Class<?>> parameters) {
        return String.join(", ", parameters.stream().map(Class::getSimpleName).toList());
    }

    boolean takes(LockException why) {
        return failure.isInstance(why);
    }

    /** Runs it on the target itself. */
    @Nullable
    Object run(MethodInvocation call, LockException why) throws Throwable {
        Object target = call.getThis();
        if (CallResult.isSuspending(method) && target != null) {
            Object[] arguments = call.getArguments();
            return CoroutinesUtils.invokeSuspendingFunction(
                    method, target, arguments(Arrays.copyOf(arguments, arguments.length - 1), why));
        }
        try {
            return method.invoke(target, arguments(call.getArguments(), why));
        } catch (InvocationTargetException thrown) {
            throw thrown.getTargetException();
        }
    }

    private Object[] arguments(Object[] given, LockException why) {
        if (!wantsFailure) {
            return given;
        }
        Object[] all = Arrays.copyOf(given, given.length + 1);
        all[given.length] = why;
        return all;
    }
}

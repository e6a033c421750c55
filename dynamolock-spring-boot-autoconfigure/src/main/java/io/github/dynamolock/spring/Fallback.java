package io.github.dynamolock.spring;

import io.github.dynamolock.LockException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.core.CoroutinesUtils;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The methods of one name that stand in for a body which got no lock: of the same class and with the same parameters, and
 * with the lock's exception behind them if they like. The one that fits the exception best runs, without the lock.
 * Exceptions of the body never come here.
 *
 * @param candidates those that are there, the most special exception first, one without an exception last
 */
record Fallback(List<Candidate> candidates) {

    /** One method, made accessible, and the type of its parameter for the exception, if it has one. */
    record Candidate(Method method, @Nullable Class<?> failure) {

        boolean takes(LockException why) {
            return failure == null || failure.isInstance(why);
        }

        int depth() {
            int depth = 0;
            for (Class<?> type = failure; type != null; type = type.getSuperclass()) {
                depth++;
            }
            return depth;
        }
    }

    /** All fitting methods of this name; fails when there is none, or one that returns something else. */
    static Fallback find(String name, Method locked, Class<?> userClass, AnnotationText text) {
        List<Class<?>> parameters = parameters(locked, userClass);
        List<Method> named = Arrays.stream(ReflectionUtils.getUniqueDeclaredMethods(userClass))
                .filter(method -> method.getName().equals(name) && !method.isBridge() && !method.equals(locked))
                .toList();
        List<Candidate> fitting = new ArrayList<>();
        for (Method method : named) {
            Candidate candidate = candidate(method, parameters(method, userClass), parameters);
            if (candidate != null) {
                requireSameResult(method, locked, text);
                ReflectionUtils.makeAccessible(method);
                fitting.add(candidate);
            }
        }
        if (fitting.isEmpty()) {
            throw text.problem(problem(name, !named.isEmpty(), locked, userClass), remedy(name, parameters), null);
        }
        fitting.sort(Comparator.comparingInt(Candidate::depth).reversed());
        return new Fallback(List.copyOf(fitting));
    }

    private static String problem(String name, boolean others, Method locked, Class<?> userClass) {
        if (others) {
            return "no method '" + name + "' of " + userClass.getName() + " has the parameters of the locked one";
        }
        return name.equals(locked.getName())
                ? "fallbackMethod = \"" + name + "\" is the locked method itself, which would run without its lock"
                : "fallbackMethod = \"" + name + "\" names no method of " + userClass.getName();
    }

    private static String remedy(String name, List<Class<?>> parameters) {
        String all =
                String.join(", ", parameters.stream().map(Class::getSimpleName).toList());
        return "Declare " + name + "(" + all + "), with a LockException as a last parameter if you like";
    }

    private static @Nullable Candidate candidate(Method method, List<Class<?>> own, List<Class<?>> wanted) {
        if (own.equals(wanted)) {
            return new Candidate(method, null);
        }
        int last = own.size() - 1;
        if (last != wanted.size() || !own.subList(0, last).equals(wanted)) {
            return null;
        }
        Class<?> failure = own.get(last);
        boolean special = LockException.class.isAssignableFrom(failure);
        boolean general = Throwable.class.isAssignableFrom(failure) && failure.isAssignableFrom(LockException.class);
        return special || general ? new Candidate(method, failure) : null;
    }

    /** With type variables as the class of the bean fills them. */
    private static List<Class<?>> parameters(Method method, Class<?> userClass) {
        int count = method.getParameterCount() - (CallResult.isSuspending(method) ? 1 : 0);
        List<Class<?>> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(ResolvableType.forMethodParameter(method, i, userClass).resolve(method.getParameterTypes()[i]));
        }
        return all;
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

    private @Nullable Candidate candidateFor(LockException why) {
        return candidates.stream()
                .filter(candidate -> candidate.takes(why))
                .findFirst()
                .orElse(null);
    }

    /** Runs the one that fits best on the target itself; throws the exception when none takes it. */
    @Nullable
    Object run(MethodInvocation call, LockException why) throws Throwable {
        Candidate best = candidateFor(why);
        if (best == null) {
            throw why;
        }
        Method method = best.method();
        Object target = call.getThis();
        Object[] given = call.getArguments();
        if (CallResult.isSuspending(method) && target != null) {
            return CoroutinesUtils.invokeSuspendingFunction(
                    method, target, arguments(best, Arrays.copyOf(given, given.length - 1), why));
        }
        try {
            return method.invoke(target, arguments(best, given, why));
        } catch (InvocationTargetException thrown) {
            throw thrown.getTargetException();
        }
    }

    private static Object[] arguments(Candidate candidate, Object[] given, LockException why) {
        if (candidate.failure() == null) {
            return given;
        }
        Object[] all = Arrays.copyOf(given, given.length + 1);
        all[given.length] = why;
        return all;
    }
}

package io.github.dynamolock.spring;

import java.lang.reflect.Method;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.springframework.core.ReactiveAdapterRegistry;

/** Knows the methods that return before their work ends. */
final class LateResults {

    private static final String CONTINUATION = "kotlin.coroutines.Continuation";

    private LateResults() {}

    static boolean isLate(Method method) {
        Class<?> type = method.getReturnType();
        return CompletionStage.class.isAssignableFrom(type)
                || Future.class.isAssignableFrom(type)
                || ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null
                || isSuspending(method);
    }

    private static boolean isSuspending(Method method) {
        int count = method.getParameterCount();
        return count > 0 && method.getParameterTypes()[count - 1].getName().equals(CONTINUATION);
    }
}

package io.github.dynamolock.spring;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ClassUtils;

/**
 * What a method gives back, which decides how long its call lasts: until it returns, or until what it returned is complete.
 *
 * @param kind how the call ends
 * @param type what the method returns
 * @param content what a future of this method completes with, the type itself otherwise
 */
record CallResult(Kind kind, Class<?> type, Class<?> content) {

    private static final String CONTINUATION = "kotlin.coroutines.Continuation";
    private static final String FLOW = "kotlinx.coroutines.flow.Flow";
    private static final String ASYNC = "org.springframework.scheduling.annotation.Async";
    private static final String PUBLISHER = "org.reactivestreams.Publisher";

    enum Kind {
        /** It has ended when it returns. */
        VALUE,
        /** It returns a future. */
        FUTURE,
        /** It returns a future, and runs on a thread that Spring's {@code @Async} has made for it and that may block. */
        FUTURE_OF_ASYNC,
        /** It returns a publisher, of a type that Spring has an adapter for. */
        PUBLISHER,
        /** A Kotlin function that suspends, with one result or none. */
        SUSPENDING,
        /** A Kotlin function that suspends and returns a flow. */
        SUSPENDING_FLOW;

        boolean isFuture() {
            return this == FUTURE || this == FUTURE_OF_ASYNC;
        }

        boolean isSuspending() {
            return this == SUSPENDING || this == SUSPENDING_FLOW;
        }
    }

    /** What the method gives back; fails when its end can't be known. */
    static CallResult of(Method method, AnnotationText text) {
        Class<?> type = method.getReturnType();
        if (isSuspending(method)) {
            requirePresent(OptionalLibrary.REACTOR, text, "suspends");
            requirePresent(OptionalLibrary.KOTLIN_REFLECT, text, "suspends");
            requirePresent(OptionalLibrary.KOTLIN_COROUTINES, text, "suspends");
            boolean flow =
                    new MethodParameter(method, -1).getParameterType().getName().equals(FLOW);
            return new CallResult(flow ? Kind.SUSPENDING_FLOW : Kind.SUSPENDING, type, type);
        }
        if (CompletionStage.class.isAssignableFrom(type) || Future.class.isAssignableFrom(type)) {
            return future(method, type, text);
        }
        ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
        if (adapter == null && !isPublisher(type)) {
            return new CallResult(Kind.VALUE, type, type);
        }
        requirePresent(OptionalLibrary.REACTOR, text, "returns " + type.getSimpleName());
        if (adapter == null || !type.isAssignableFrom(adapter.getReactiveType())) {
            throw text.problem(
                    "the method returns " + type.getSimpleName()
                            + ", and its caller would have to be given another publisher",
                    "Return Mono, Flux, Publisher, or another type that Spring adapts",
                    null);
        }
        return new CallResult(Kind.PUBLISHER, type, type);
    }

    private static boolean isPublisher(Class<?> type) {
        return Flow.Publisher.class.isAssignableFrom(type)
                || type.getName().equals(PUBLISHER)
                || ClassUtils.getAllInterfacesForClassAsSet(type).stream()
                        .anyMatch(implemented -> implemented.getName().equals(PUBLISHER));
    }

    private static CallResult future(Method method, Class<?> type, AnnotationText text) {
        if (!type.isAssignableFrom(CompletableFuture.class)) {
            throw text.problem(
                    "the method returns " + type.getSimpleName()
                            + ", and its caller would have to be given another future",
                    "Return CompletableFuture, CompletionStage or Future",
                    null);
        }
        Class<?> content =
                ResolvableType.forMethodReturnType(method).getGeneric(0).resolve(Object.class);
        return new CallResult(isAsync(method) ? Kind.FUTURE_OF_ASYNC : Kind.FUTURE, type, content);
    }

    private static void requirePresent(OptionalLibrary library, AnnotationText text, String what) {
        if (!library.isPresent()) {
            throw text.problem(
                    "the method " + what + ", and " + library.artifact()
                            + ", which this needs, is not on the class path",
                    "Add " + library.artifact(),
                    null);
        }
    }

    /** As Spring looks for it: also on what is overridden or implemented. */
    private static boolean isAsync(Method method) {
        return isAnnotated(method) || isAnnotated(method.getDeclaringClass());
    }

    private static boolean isAnnotated(AnnotatedElement element) {
        return MergedAnnotations.from(element, MergedAnnotations.SearchStrategy.TYPE_HIERARCHY)
                .isPresent(ASYNC);
    }

    /** Whether it is a Kotlin function whose last parameter only says where it goes on. */
    static boolean isSuspending(Method method) {
        int count = method.getParameterCount();
        return count > 0 && method.getParameterTypes()[count - 1].getName().equals(CONTINUATION);
    }

    /** What a call gives back whose body did not run; null, for publishers and suspending functions, is an empty one. */
    @Nullable
    Object skipped() {
        return switch (kind) {
            case VALUE -> SkippedResult.of(type);
            case FUTURE, FUTURE_OF_ASYNC -> CompletableFuture.completedFuture(SkippedResult.of(content));
            case PUBLISHER, SUSPENDING, SUSPENDING_FLOW -> null;
        };
    }
}

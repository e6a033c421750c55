package io.github.dynamolock.spring;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds how a method is locked, if at all. Reads each method once: the pointcut asks when a bean is created, so that a
 * mistake in an annotation stops the startup, and the interceptor asks again for each call.
 */
final class LockOperations {

    private final ConfigurableBeanFactory beanFactory;
    private final Map<MethodClassKey, Optional<LockOperation>> known = new ConcurrentHashMap<>();

    LockOperations(ConfigurableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    @Nullable
    LockOperation find(Method method, @Nullable Class<?> targetClass) {
        if (method.getDeclaringClass() == Object.class) {
            return null;
        }
        return known.computeIfAbsent(
                        new MethodClassKey(method, targetClass), key -> Optional.ofNullable(read(method, targetClass)))
                .orElse(null);
    }

    boolean isLocked(Method method, @Nullable Class<?> targetClass) {
        return find(method, targetClass) != null;
    }

    /** Whether the method is locked; reads nothing of the annotation but that it is there. */
    static boolean isAnnotated(Method method, Class<?> targetClass) {
        Class<?> userClass = ClassUtils.getUserClass(targetClass);
        Method running = AopUtils.getMostSpecificMethod(method, userClass);
        return method.getDeclaringClass() != Object.class
                && annotation(method, running, userClass).isPresent();
    }

    private @Nullable LockOperation read(Method method, @Nullable Class<?> targetClass) {
        Class<?> userClass = ClassUtils.getUserClass(targetClass == null ? method.getDeclaringClass() : targetClass);
        Method running = AopUtils.getMostSpecificMethod(method, userClass);
        MergedAnnotation<DistributedLock> annotation = annotation(method, running, userClass);
        return annotation.isPresent() ? compile(annotation, running, userClass) : null;
    }

    /** The method's own annotation, then its interface's, then that of the class that declares it. */
    static MergedAnnotation<DistributedLock> annotation(Method method, Method running, Class<?> userClass) {
        MergedAnnotation<DistributedLock> found = on(running);
        if (!found.isPresent() && !method.equals(running)) {
            found = on(method);
        }
        if (!found.isPresent()) {
            found = on(ClassUtils.getInterfaceMethodIfPossible(running, userClass));
        }
        if (!found.isPresent() && isCoveredByClass(running)) {
            found = MergedAnnotations.from(running.getDeclaringClass(), SearchStrategy.TYPE_HIERARCHY)
                    .get(DistributedLock.class);
        }
        return found;
    }

    private static MergedAnnotation<DistributedLock> on(Method method) {
        return MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).get(DistributedLock.class);
    }

    static boolean isCoveredByClass(Method method) {
        return Modifier.isPublic(method.getModifiers())
                && !Modifier.isStatic(method.getModifiers())
                && ClassUtils.isUserLevelMethod(method)
                && !ReflectionUtils.isEqualsMethod(method)
                && !ReflectionUtils.isHashCodeMethod(method)
                && !ReflectionUtils.isToStringMethod(method);
    }

    private LockOperation compile(MergedAnnotation<DistributedLock> annotation, Method running, Class<?> userClass) {
        String where = describe(running, userClass);
        AnnotationText text = new AnnotationText(where, beanFactory);
        CallResult result = CallResult.of(running, text);
        String name = text.resolve("name", annotation.getString("name"));
        return new LockOperation(
                where,
                result,
                name.isEmpty() ? defaultName(running, userClass) : name,
                key(annotation, running, where, text),
                times(annotation, text),
                annotation.getEnum("onUnavailable", OnUnavailable.class),
                fallback(annotation, running, userClass, text),
                annotation.getEnum("onLost", OnLost.class),
                annotation.getBoolean("reentrant"),
                client(annotation, text));
    }

    private static LockTimes times(MergedAnnotation<DistributedLock> annotation, AnnotationText text) {
        Duration minHold = text.duration("minHoldTime", annotation.getString("minHoldTime"), false);
        Duration maxHold = text.duration("maxHoldTime", annotation.getString("maxHoldTime"), false);
        if (minHold != null && maxHold != null && minHold.compareTo(maxHold) > 0) {
            throw text.problem(
                    "minHoldTime = " + minHold + " is longer than maxHoldTime = " + maxHold,
                    "Make the maximum the longer one",
                    null);
        }
        return new LockTimes(
                text.duration("waitTime", annotation.getString("waitTime"), true),
                text.duration("leaseTime", annotation.getString("leaseTime"), false),
                minHold,
                maxHold);
    }

    private static @Nullable Fallback fallback(
            MergedAnnotation<DistributedLock> annotation, Method running, Class<?> userClass, AnnotationText text) {
        OnUnavailable onUnavailable = annotation.getEnum("onUnavailable", OnUnavailable.class);
        String name = text.resolve("fallbackMethod", annotation.getString("fallbackMethod"));
        if (name.isEmpty() == (onUnavailable == OnUnavailable.FALLBACK)) {
            throw text.problem(
                    name.isEmpty()
                            ? "onUnavailable = FALLBACK needs a fallbackMethod"
                            : "fallbackMethod = \"" + name + "\" would never run with onUnavailable = " + onUnavailable,
                    "Set both, or neither",
                    null);
        }
        return name.isEmpty() ? null : Fallback.find(name, running, userClass, text);
    }

    private static String defaultName(Method running, Class<?> userClass) {
        String simple = userClass.getSimpleName();
        return (simple.isEmpty() ? ClassUtils.getShortName(userClass) : simple) + "." + running.getName();
    }

    private LockKeyExpression key(
            MergedAnnotation<DistributedLock> annotation, Method running, String where, AnnotationText text) {
        String key = text.resolve("key", annotation.getString("key"));
        if (key.isBlank()) {
            throw text.problem("it has no key", "Write one, as in key = \"'campaign:' + #id\"", null);
        }
        return LockKeyExpression.parse(
                key,
                KeyParameters.of(annotated(annotation, running), running),
                running,
                new LockKeyExpression.Environs(where, text, beanFactory));
    }

    /** The method whose parameter names the annotation's author saw. */
    static Method annotated(MergedAnnotation<DistributedLock> annotation, Method running) {
        return annotation.getSource() instanceof Method source ? source : running;
    }

    private String client(MergedAnnotation<DistributedLock> annotation, AnnotationText text) {
        String client = text.resolve("client", annotation.getString("client"));
        if (!client.isEmpty() && !beanFactory.containsBean(client)) {
            throw text.problem("client = \"" + client + "\" names no bean", "Give the bean name of a LockClient", null);
        }
        return client;
    }

    static String describe(Method method, Class<?> userClass) {
        String parameters = Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", "));
        return userClass.getName() + "." + method.getName() + "(" + parameters + ")";
    }
}

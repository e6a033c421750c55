package io.github.dynamolock.spring;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Warns about beans that hold annotated methods and have no proxy: those that a post-processor needed before there were
 * proxies, and objects that were registered as they are.
 */
final class BeansWithoutProxy {

    private static final Logger LOGGER = LoggerFactory.getLogger(BeansWithoutProxy.class);

    private final ConfigurableBeanFactory beanFactory;
    private final LockOperations operations;

    BeansWithoutProxy(ConfigurableBeanFactory beanFactory, LockOperations operations) {
        this.beanFactory = beanFactory;
        this.operations = operations;
    }

    void warn() {
        for (String name : beanFactory.getSingletonNames()) {
            Object bean = withoutLock(beanFactory.getSingleton(name));
            if (bean == null || !AnnotationUtils.isCandidateClass(bean.getClass(), DistributedLock.class)) {
                continue;
            }
            for (String method : annotatedMethods(bean.getClass())) {
                LOGGER.warn(
                        "@DistributedLock on {} has no effect in the bean '{}': it has no proxy, because a post-processor"
                                + " needed it before there were proxies, or because it was registered as a ready object."
                                + " It runs without a lock.",
                        method,
                        name);
            }
        }
    }

    /** The bean, or what its proxies lead to; null when one of them locks, or can't be seen through. */
    private static @Nullable Object withoutLock(@Nullable Object bean) {
        Object current = bean;
        while (current instanceof Advised proxy) {
            for (Advisor advisor : proxy.getAdvisors()) {
                if (advisor instanceof DistributedLockAdvisor) {
                    return null;
                }
            }
            current = target(proxy);
        }
        return current;
    }

    private static @Nullable Object target(Advised proxy) {
        try {
            return proxy.getTargetSource().isStatic() ? proxy.getTargetSource().getTarget() : null;
        } catch (Exception unknown) {
            return null;
        }
    }

    // What the pointcut has asked about a class is known already.
    private Set<String> annotatedMethods(Class<?> type) {
        Set<String> found = new TreeSet<>();
        for (Method method : declaredMethods(type)) {
            if (operations.isLocked(method, type)) {
                found.add(LockOperations.describe(method, ClassUtils.getUserClass(type)));
            }
        }
        return found;
    }

    private static Method[] declaredMethods(Class<?> type) {
        try {
            return ReflectionUtils.getAllDeclaredMethods(type);
        } catch (IllegalStateException missingTypes) {
            // A class for libraries that are not there, which nobody calls.
            return new Method[0];
        }
    }
}

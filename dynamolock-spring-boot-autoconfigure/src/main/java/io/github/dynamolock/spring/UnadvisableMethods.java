package io.github.dynamolock.spring;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.ProxyConfig;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Says, once for each class, which annotated methods its proxy locks, and warns about those that no proxy can lock.
 */
final class UnadvisableMethods {

    private static final Logger LOGGER = LoggerFactory.getLogger(UnadvisableMethods.class);

    private final BeanFactory beanFactory;
    private final Set<Class<?>> seen = ConcurrentHashMap.newKeySet();

    UnadvisableMethods(BeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    void tell(Class<?> beanClass) {
        Class<?> userClass = ClassUtils.getUserClass(beanClass);
        if (!seen.add(userClass)) {
            return;
        }
        Set<String> locked = new TreeSet<>();
        ReflectionUtils.doWithMethods(userClass, method -> {
            String why = obstacle(method, userClass);
            // Looking for annotations costs more than looking for obstacles, and most methods have neither.
            if ((why == null && !LOGGER.isDebugEnabled()) || !isAnnotated(method)) {
                return;
            }
            String where = LockOperations.describe(method, userClass);
            if (why == null) {
                locked.add(where);
            } else {
                LOGGER.warn(
                        "@DistributedLock on {} has no effect: the method is {}, and a Spring proxy can't intercept it."
                                + " It runs without a lock. Make it an overridable method of the bean.",
                        where,
                        why);
            }
        });
        locked.forEach(where -> LOGGER.debug("@DistributedLock on {} locks the calls through its proxy", where));
    }

    private @Nullable String obstacle(Method method, Class<?> userClass) {
        if (method.isSynthetic()) {
            // Kotlin's compiler copies annotations to the static part of an open suspending function.
            return null;
        }
        int modifiers = method.getModifiers();
        if (Modifier.isPrivate(modifiers)) {
            return "private";
        }
        if (Modifier.isStatic(modifiers)) {
            return "static";
        }
        if (Modifier.isFinal(modifiers)) {
            return isReachedByInterface(method, userClass) ? null : "final";
        }
        boolean open = Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
        return open || isNeighbour(method.getDeclaringClass(), userClass) ? null : "package-private in another package";
    }

    /** Whether a subclass of the one overrides the package-private methods of the other. */
    private static boolean isNeighbour(Class<?> declaring, Class<?> userClass) {
        return declaring.getPackageName().equals(userClass.getPackageName())
                && declaring.getClassLoader() == userClass.getClassLoader();
    }

    private static boolean isAnnotated(Method method) {
        boolean inherits = !Modifier.isPrivate(method.getModifiers()) && !Modifier.isStatic(method.getModifiers());
        SearchStrategy where = inherits ? SearchStrategy.TYPE_HIERARCHY : SearchStrategy.DIRECT;
        return isAnnotated(MergedAnnotations.from(method, where))
                || (LockOperations.isCoveredByClass(method)
                        && isAnnotated(
                                MergedAnnotations.from(method.getDeclaringClass(), SearchStrategy.TYPE_HIERARCHY)));
    }

    private static boolean isAnnotated(MergedAnnotations annotations) {
        return annotations.isPresent(DistributedLock.class);
    }

    /** A JDK proxy calls even a final method through the interface that declares it. */
    private boolean isReachedByInterface(Method method, Class<?> userClass) {
        return !proxiesClasses()
                && ClassUtils.getInterfaceMethodIfPossible(method, userClass)
                        .getDeclaringClass()
                        .isInterface();
    }

    private boolean proxiesClasses() {
        String creator = AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME;
        return !beanFactory.containsBean(creator)
                || !(beanFactory.getBean(creator) instanceof ProxyConfig config)
                || config.isProxyTargetClass();
    }
}

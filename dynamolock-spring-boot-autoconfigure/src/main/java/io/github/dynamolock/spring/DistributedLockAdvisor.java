package io.github.dynamolock.spring;

import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.aopalliance.aop.Advice;
import org.springframework.aop.ClassFilter;
import org.springframework.aop.Pointcut;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.util.function.SingletonSupplier;

/**
 * Locks the {@link DistributedLock} methods of Spring beans.
 *
 * <p>For applications without the auto-configuration: declare it as a bean by a static method, with
 * {@code @Role(BeanDefinition.ROLE_INFRASTRUCTURE)}, beside an auto-proxy creator. Lock clients are looked up at the first
 * call.
 */
public final class DistributedLockAdvisor implements PointcutAdvisor, Ordered {

    /** Outside transactions, caches and what else stays at the lowest precedence. */
    public static final int DEFAULT_ORDER = Ordered.LOWEST_PRECEDENCE - 100;

    private final ConfigurableBeanFactory beanFactory;
    private final Supplier<AnnotationDefaults> defaults;
    private final Pointcut pointcut;
    private final DistributedLockInterceptor interceptor;

    /**
     * An advisor for the beans of one factory.
     *
     * @param beanFactory resolves placeholders, beans in keys, and lock clients
     * @param defaults asked at first use
     */
    public DistributedLockAdvisor(ConfigurableBeanFactory beanFactory, Supplier<AnnotationDefaults> defaults) {
        this.beanFactory = beanFactory;
        this.defaults = SingletonSupplier.of(defaults);
        LockOperations operations = new LockOperations(beanFactory);
        this.pointcut = new AnnotatedMethods(operations, new UnadvisableMethods(beanFactory));
        this.interceptor = new DistributedLockInterceptor(operations, new LockClients(beanFactory), this.defaults);
    }

    @Override
    public Pointcut getPointcut() {
        return pointcut;
    }

    @Override
    public Advice getAdvice() {
        return interceptor;
    }

    @Override
    public int getOrder() {
        return defaults.get().order();
    }

    /** Only where Spring's transactions are on the class path. */
    boolean hasOneTransactionManager() {
        return beanFactory instanceof ListableBeanFactory beans
                && BeanFactoryUtils.beanNamesForTypeIncludingAncestors(
                                        beans, PlatformTransactionManager.class, true, false)
                                .length
                        == 1;
    }

    private static final class AnnotatedMethods extends StaticMethodMatcherPointcut {

        private final LockOperations operations;

        AnnotatedMethods(LockOperations operations, UnadvisableMethods unadvisable) {
            this.operations = operations;
            setClassFilter(new Candidates(unadvisable));
        }

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            return operations.find(method, targetClass) != null;
        }
    }

    private record Candidates(UnadvisableMethods unadvisable) implements ClassFilter {

        @Override
        public boolean matches(Class<?> type) {
            if (!AnnotationUtils.isCandidateClass(type, DistributedLock.class)) {
                return false;
            }
            unadvisable.warn(type);
            return true;
        }
    }
}

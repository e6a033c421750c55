package io.github.dynamolock.spring;

import java.lang.reflect.Method;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.aopalliance.aop.Advice;
import org.springframework.aop.ClassFilter;
import org.springframework.aop.Pointcut;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.aot.AbstractAotProcessor;
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
public final class DistributedLockAdvisor implements PointcutAdvisor, Ordered, SmartInitializingSingleton {

    /** Outside transactions, caches and what else stays at the lowest precedence. */
    public static final int DEFAULT_ORDER = Ordered.LOWEST_PRECEDENCE - 100;

    private final ConfigurableBeanFactory beanFactory;
    // The build of an application makes the proxies' classes; what fills placeholders need not be there then.
    private final boolean aheadOfTime = Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING);
    private final Supplier<AnnotationDefaults> defaults;
    private final BeansWithoutProxy beansWithoutProxy;
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
        this.beansWithoutProxy = new BeansWithoutProxy(beanFactory, operations);
        this.pointcut = new AnnotatedMethods(
                aheadOfTime ? LockOperations::isAnnotated : operations::isLocked, new UnadvisableMethods(beanFactory));
        this.interceptor = new DistributedLockInterceptor(
                operations, new LockClients(beanFactory), this.defaults, CallObservations.of(beanFactory));
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
        return aheadOfTime ? DEFAULT_ORDER : defaults.get().order();
    }

    /** Looks for beans that were made too early for a proxy, and warns of them. */
    @Override
    public void afterSingletonsInstantiated() {
        beansWithoutProxy.warn();
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

        private final BiPredicate<Method, Class<?>> locked;

        AnnotatedMethods(BiPredicate<Method, Class<?>> locked, UnadvisableMethods unadvisable) {
            this.locked = locked;
            setClassFilter(new Candidates(unadvisable));
        }

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            return locked.test(method, targetClass);
        }
    }

    private record Candidates(UnadvisableMethods unadvisable) implements ClassFilter {

        @Override
        public boolean matches(Class<?> type) {
            if (!AnnotationUtils.isCandidateClass(type, DistributedLock.class)) {
                return false;
            }
            unadvisable.tell(type);
            return true;
        }
    }
}

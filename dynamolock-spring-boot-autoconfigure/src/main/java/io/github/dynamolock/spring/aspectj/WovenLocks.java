package io.github.dynamolock.spring.aspectj;

import io.github.dynamolock.spring.DistributedLockAdvisor;
import org.aopalliance.intercept.MethodInterceptor;
import org.aspectj.lang.Aspects;
import org.aspectj.lang.NoAspectBoundException;

/**
 * Gives the aspect an application's locks for as long as that runs. A bean of this type stands in for the
 * {@link DistributedLockAdvisor} where AspectJ weaves.
 */
public final class WovenLocks implements AutoCloseable {

    private final DistributedLockAspect aspect;
    private final MethodInterceptor interceptor;

    /**
     * Begins to lock.
     *
     * @throws IllegalStateException when no weaver runs that knows the aspect
     */
    public WovenLocks(DistributedLockAdvisor advisor) {
        this.interceptor = (MethodInterceptor) advisor.getAdvice();
        try {
            this.aspect = Aspects.aspectOf(DistributedLockAspect.class);
        } catch (NoAspectBoundException notWoven) {
            throw new IllegalStateException(
                    "AspectJ has not woven " + DistributedLockAspect.class.getName()
                            + ": annotated methods would run without a lock",
                    notWoven);
        }
        aspect.bind(interceptor);
    }

    /** Ends it; calls that are under way go on. */
    @Override
    public void close() {
        aspect.unbind(interceptor);
    }
}

package io.github.dynamolock.spring.aspectj;

import org.aopalliance.intercept.MethodInterceptor;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Pointcut;
import org.jspecify.annotations.Nullable;

/**
 * Locks the {@link io.github.dynamolock.spring.DistributedLock} methods of classes that AspectJ weaves: also when they are
 * private, final or static, called from the same object, or of an object that is no bean.
 *
 * <p>Takes effect with {@code dynamolock.annotation.mode=aspectj}, the weaver's agent, and a {@code META-INF/aop.xml} of the
 * application that names this aspect and the packages to weave. Annotations are found on methods and classes, also as a part
 * of a composed annotation; those on interfaces are not, because AspectJ does not see them.
 *
 * <p>Inside a process the last application that started has it. A call before that, or after the application has stopped, is
 * an {@link IllegalStateException}: it never runs without its lock.
 */
@Aspect
public final class DistributedLockAspect {

    private volatile @Nullable MethodInterceptor locks;

    /** For AspectJ, which makes the only one. */
    public DistributedLockAspect() {}

    /** Methods that carry the annotation, or one that is composed with it. */
    @Pointcut("execution(@io.github.dynamolock.spring.DistributedLock * *(..))"
            + " || execution(@(@io.github.dynamolock.spring.DistributedLock *) * *(..))")
    public void annotatedMethod() {}

    /** Public methods of classes that carry it. */
    // Without those that implement an annotation: a composed one is a class that carries ours, too.
    @Pointcut("(execution(public !static * (@io.github.dynamolock.spring.DistributedLock *).*(..))"
            + " || execution(public !static * (@(@io.github.dynamolock.spring.DistributedLock *) *).*(..)))"
            + " && !within(java.lang.annotation.Annotation+)")
    public void methodOfAnnotatedClass() {}

    /** Runs the method under its lock. */
    @Around("annotatedMethod() || methodOfAnnotatedClass()")
    public @Nullable Object lock(ProceedingJoinPoint call) throws Throwable {
        MethodInterceptor bound = locks;
        if (bound == null) {
            throw new IllegalStateException("@DistributedLock on " + call.getSignature()
                    + ": no application is running that could lock it, or dynamolock.annotation.mode is not aspectj there."
                    + " The method did not run.");
        }
        return bound.invoke(new JoinPointInvocation(call));
    }

    void bind(MethodInterceptor interceptor) {
        locks = interceptor;
    }

    /** Unless another application has taken its place. */
    void unbind(MethodInterceptor interceptor) {
        if (locks == interceptor) {
            locks = null;
        }
    }
}

package io.github.dynamolock.spring;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;

/** The transaction that a locked method's own advice begins, inside the lock. */
final class OwnTransaction {

    private OwnTransaction() {}

    /**
     * Whether it sets the caller's transaction aside for the whole of the body. Only for sure where the application has one
     * transaction manager: another manager's {@code REQUIRES_NEW} leaves the caller's connection where the body finds it.
     */
    static boolean standsApart(MethodInvocation call) {
        if (!(call instanceof ProxyMethodInvocation proxied) || !(proxied.getProxy() instanceof Advised advised)) {
            return false;
        }
        DistributedLockAdvisor lock = null;
        for (Advisor advisor : advised.getAdvisors()) {
            if (advisor instanceof DistributedLockAdvisor own) {
                lock = own;
            } else if (lock != null && advisor.getAdvice() instanceof TransactionAspectSupport transactions) {
                TransactionAttribute attribute = attribute(transactions, call);
                if (attribute != null) {
                    return setsAside(attribute) && lock.hasOneTransactionManager();
                }
            }
        }
        return false;
    }

    private static @Nullable TransactionAttribute attribute(TransactionAspectSupport advice, MethodInvocation call) {
        TransactionAttributeSource source = advice.getTransactionAttributeSource();
        Object target = call.getThis();
        return source == null
                ? null
                : source.getTransactionAttribute(
                        call.getMethod(), target == null ? null : AopUtils.getTargetClass(target));
    }

    private static boolean setsAside(TransactionAttribute attribute) {
        int propagation = attribute.getPropagationBehavior();
        return propagation == TransactionDefinition.PROPAGATION_REQUIRES_NEW
                || propagation == TransactionDefinition.PROPAGATION_NOT_SUPPORTED;
    }
}

/**
 * Distributed locks on Amazon DynamoDB for Spring: {@link io.github.dynamolock.spring.DistributedLock} and the advice
 * behind it.
 *
 * <p>One call of an annotated method goes: {@code DistributedLockInterceptor} finds the method's {@code LockOperation}
 * (compiled once, at startup), evaluates its key, acquires the lock, runs the body under a {@code LossGuard}, and releases.
 * The advice has the role of infrastructure, as Spring's own has, so that it applies with and without AspectJ; its order
 * puts it outside transactions: lock, begin, body, commit, unlock.
 */
@NullMarked
package io.github.dynamolock.spring;

import org.jspecify.annotations.NullMarked;

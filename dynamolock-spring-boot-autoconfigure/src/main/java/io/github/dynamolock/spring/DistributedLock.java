package io.github.dynamolock.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.aot.hint.annotation.Reflective;
import org.springframework.core.annotation.AliasFor;

/**
 * Runs a method in one process at a time, for each key.
 *
 * <pre>{@code
 * @DistributedLock(key = "'campaign:' + #id")
 * void launch(long id) { ... }
 * }</pre>
 *
 * <p>The lock is acquired before the method's transaction begins and released after it has ended. It is renewed while the
 * body runs, so {@link #leaseTime()} bounds how long others wait for a process that died, never how long the body may
 * take. The body never runs without the lock. What it throws reaches the caller as it is.
 *
 * <p>May stand on a method, on the interface method that it implements, or on a class, where it covers every public method
 * that the class declares; and on an annotation, whose attributes may stand in for these by {@code @AliasFor}. Calls must
 * come through the Spring proxy: one from inside the same object is not locked, which {@link LockContext#assertHeld()}
 * finds out. Private, final and static methods can't be locked, and are warned about by name.
 *
 * <p>A method that returns {@code CompletableFuture}, {@code CompletionStage} or {@code Future} holds its lock until the
 * future is complete, one that returns a {@code Mono}, {@code Flux} or another publisher, or a Kotlin suspend function, for
 * each subscription until it completes, fails or is cancelled. They never block their caller: the body begins when the lock
 * is there, on a thread of the lock client. Cancelling what they returned ends the wait, or cancels the body. With
 * {@code @Async} the lock is acquired on the thread of the task.
 *
 * <p>When the method is called inside a transaction of its caller, the lock is kept until that has ended, unless the method
 * sets it aside by a {@code @Transactional} of its own ({@code REQUIRES_NEW}, {@code NOT_SUPPORTED}) and the application has
 * one transaction manager. A transaction does not commit once the lock is lost, except with {@link OnLost#REPORT}.
 *
 * <p>When the thread is interrupted while it waits for the lock, the call ends with a
 * {@link io.github.dynamolock.LockException} whose cause is the {@link InterruptedException}, and the interrupt flag stays
 * set. An {@code InterruptedException} of the body passes as it is.
 */
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@Reflective
public @interface DistributedLock {

    /** The same as {@link #key()}. */
    @AliasFor("key")
    String value() default "";

    /**
     * A SpEL expression that gives the key: {@code "'campaign:' + #id"}. Required. Literal text needs quotes of its own:
     * {@code "'nightly-report'"}.
     *
     * <p>An array or collection locks all its elements, each once, at most 100: in sorted order, within one wait time, all
     * or none. {@code join(#tenant, #id)} makes one text of several parts that no other parts give.
     *
     * <p>It sees the parameters by name ({@code #id}) and by position ({@code #p0}, {@code #a0}), {@code #root.methodName},
     * {@code #root.target}, {@code #root.targetClass} and {@code #root.args}, and beans ({@code @naming.keyOf(#order)}).
     * <code>${placeholders}</code> in this text are resolved once, at startup; the values of parameters never are.
     *
     * <p>The result may be text, a number, an enum, a UUID, anything whose class says how it is written
     * ({@code toString}), or a DynamoDB {@code AttributeValue}. Null, also as a part of a text, empty and blank results are
     * an {@link InvalidLockKeyException}, and so is an empty collection; the body does not run then.
     */
    @AliasFor("value")
    String key() default "";

    /** The lock's name in metrics and the actuator endpoint, few by nature: {@code Class.method} unless given. */
    String name() default "";

    /**
     * How long to wait for the lock, as {@code 10s}, {@code 500ms}, {@code 1m30s} or ISO-8601; {@code 0s} tries once.
     * Default: the property {@code dynamolock.wait-time}. Placeholders are resolved.
     */
    String waitTime() default "";

    /**
     * How long the lock outlives a process that died, written as {@link #waitTime()} is. Default: the property
     * {@code dynamolock.lease-duration}.
     */
    String leaseTime() default "";

    /**
     * How long the key stays taken after the grant, however soon the body returns, written as {@link #waitTime()} is. With
     * {@code onUnavailable = SKIP} it makes a scheduled job run once in a period although the instances' clocks differ: take
     * more than they differ by, and less than the period. Known as {@code lockAtLeastFor} in ShedLock.
     */
    String minHoldTime() default "";

    /**
     * How long the lock is renewed at most, written as {@link #waitTime()} is; then it is lost, as {@link #onLost()} says:
     * what a body that is stuck holds becomes free. Unlike ShedLock's {@code lockAtMostFor} it does not delay others when
     * this process dies: that is {@link #leaseTime()}.
     */
    String maxHoldTime() default "";

    /** What to do when the wait is over and another still holds the lock. */
    OnUnavailable onUnavailable() default OnUnavailable.THROW;

    /**
     * The method that runs instead of the body with {@link OnUnavailable#FALLBACK}: of the same class, with the same
     * parameters and return type, and with a {@link io.github.dynamolock.LockException}, or one of its subclasses, as a
     * last parameter if it likes; of several such methods the one whose exception fits best. It may be private. It is only
     * for a lock that could not be had, never for exceptions of the
     * body, nor for a lock that was lost.
     */
    String fallbackMethod() default "";

    /** What to do when the lock is lost while the body runs. */
    OnLost onLost() default OnLost.DEFAULT;

    /**
     * Whether a call inside the body, on the same thread and for the same key, joins the lock; the outermost releases it.
     * Otherwise such a call waits, and is not granted. The same is true of a second call in one transaction of the caller.
     */
    boolean reentrant() default true;

    /** The bean name of the lock client, when there are several and none is primary. */
    String client() default "";
}

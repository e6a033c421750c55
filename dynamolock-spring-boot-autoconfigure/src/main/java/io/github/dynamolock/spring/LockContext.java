package io.github.dynamolock.spring;

import io.github.dynamolock.LockHandle;
import io.github.dynamolock.table.Escapes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives the code that runs in a {@link DistributedLock} method its locks. Bound to the thread that runs the body: for an
 * asynchronous method the thread on which the body begins.
 *
 * <p>Other threads see it where Micrometer's context propagation carries it there. A reactive pipeline asks
 * {@link ReactiveLockContext}.
 */
public final class LockContext {

    /** Its key in Reactor's context and in context propagation. */
    static final String KEY = "io.github.dynamolock.spring.LockContext";

    private static final ThreadLocal<@Nullable CallScope> SCOPE = new ThreadLocal<>();

    private LockContext() {}

    /**
     * The lock of the innermost annotated method that runs on this thread; for its fencing token, say. Leave releasing it
     * to the advice: no transaction commits without it.
     *
     * @throws IllegalStateException when this thread runs none, or one whose key is a collection: see {@link #all()}
     */
    public static LockHandle current() {
        return single(required());
    }

    static LockHandle single(CallScope scope) {
        if (scope.call().isForSeveralKeys()) {
            throw new IllegalStateException(
                    "The key of " + scope.call().operation().method()
                            + " is a collection, so that it has several locks. Ask LockContext.all() for them.");
        }
        return scope.holds().get(0).handle();
    }

    /**
     * The locks of the innermost annotated method that runs on this thread, in the order of their keys.
     *
     * @throws IllegalStateException when this thread runs none
     */
    public static List<LockHandle> all() {
        return required().holds().stream().map(KeyHold::handle).toList();
    }

    /**
     * Fails unless an annotated method runs on this thread and its locks are held. For tests, and for code that must never
     * run unlocked.
     *
     * @throws IllegalStateException when this thread runs none, or one of its locks is no longer held
     */
    public static void assertHeld() {
        KeyHold lost = required().firstLost();
        if (lost != null) {
            throw new IllegalStateException("The lock '"
                    + Escapes.escape(lost.handle().key()) + "' is no longer held: it was lost or released.");
        }
    }

    /**
     * Fails when a lock of this call, or of one around it, is lost, unless that is only to be reported.
     *
     * @throws io.github.dynamolock.LockLostException which rolls the transaction back
     */
    static void requireHeldForCommit(@Nullable CallScope innermost) {
        for (CallScope scope = innermost; scope != null; scope = scope.outer()) {
            KeyHold lost = scope.firstLost();
            if (lost != null && scope.call().onLost() != OnLost.REPORT) {
                throw LockLosses.beforeCommit(scope.call(), KeyHold.Loss.unseen(lost.handle()));
            }
        }
    }

    private static CallScope required() {
        CallScope scope = SCOPE.get();
        if (scope == null) {
            throw new IllegalStateException("No @DistributedLock method runs on thread '"
                    + Thread.currentThread().getName()
                    + "'. Calls must come through the Spring proxy: not from the same object, not on another thread than"
                    + " the method's own, and not to a private, final or static method.");
        }
        return scope;
    }

    static @Nullable CallScope scope() {
        return SCOPE.get();
    }

    /** Binds the scope to this thread, or nothing. */
    static void bind(@Nullable CallScope scope) {
        if (scope == null) {
            SCOPE.remove();
        } else {
            SCOPE.set(scope);
        }
    }
}

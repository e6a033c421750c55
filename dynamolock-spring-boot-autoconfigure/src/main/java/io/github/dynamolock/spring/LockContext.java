package io.github.dynamolock.spring;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Gives the code that runs in a {@link DistributedLock} method its lock. Bound to the thread that runs the body. */
public final class LockContext {

    private static final ThreadLocal<@Nullable Scope> SCOPE = new ThreadLocal<>();

    private LockContext() {}

    /**
     * The lock of the innermost annotated method that runs on this thread; for its fencing token, say. Leave releasing it
     * to the advice.
     *
     * @throws IllegalStateException when this thread runs none
     */
    public static LockHandle current() {
        Scope scope = SCOPE.get();
        if (scope == null) {
            throw new IllegalStateException("No @DistributedLock method runs on thread '"
                    + Thread.currentThread().getName()
                    + "'. Calls must come through the Spring proxy: not from the same object, not on another thread than"
                    + " the method's own, and not to a private, final or static method.");
        }
        return scope.handle();
    }

    /**
     * Fails unless an annotated method runs on this thread and its lock is held. For tests, and for code that must never
     * run unlocked.
     *
     * @throws IllegalStateException when this thread runs none, or its lock is no longer held
     */
    public static void assertHeld() {
        LockHandle handle = current();
        if (!handle.isHeld()) {
            throw new IllegalStateException(
                    "The lock '" + handle.key() + "' is no longer held: it was lost or released.");
        }
    }

    static void enter(LockHandle handle, LockClient client, AttributeValue key, boolean reentrant) {
        SCOPE.set(new Scope(handle, client, key, reentrant, SCOPE.get()));
    }

    static void exit() {
        Scope scope = SCOPE.get();
        if (scope == null || scope.outer() == null) {
            SCOPE.remove();
        } else {
            SCOPE.set(scope.outer());
        }
    }

    /** The lock that a reentrant call for this key joins, or null: one that is held, and was taken to be joined. */
    static @Nullable LockHandle joinable(LockClient client, AttributeValue key) {
        for (Scope scope = SCOPE.get(); scope != null; scope = scope.outer()) {
            if (scope.reentrant() && scope.client() == client && scope.key().equals(key)) {
                return scope.handle().isHeld() ? scope.handle() : null;
            }
        }
        return null;
    }

    private record Scope(
            LockHandle handle,
            LockClient client,
            AttributeValue key,
            boolean reentrant,
            @Nullable Scope outer) {}
}

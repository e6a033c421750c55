package io.github.dynamolock.spring.shedlock;

import io.github.dynamolock.LockHandle;
import org.jspecify.annotations.Nullable;

/**
 * Gives a {@code @SchedulerLock} method its lock; for its fencing token, say. Bound to the thread that runs the method. Leave
 * releasing the lock to ShedLock.
 *
 * <p>It knows methods that ShedLock's own advice runs (its default, {@code PROXY_METHOD}), and tasks of a
 * {@code DefaultLockingTaskExecutor} that was given a {@link SchedulerLockListener}.
 */
public final class SchedulerLockContext {

    /** One running task: its lock, or null when that is another provider's. */
    private record Scope(
            @Nullable LockHandle handle, @Nullable Scope outer) {

        @Nullable
        LockHandle named(String name) {
            for (Scope scope = this; scope != null; scope = scope.outer) {
                LockHandle own = scope.handle;
                if (own != null && own.key().equals(name)) {
                    return own;
                }
            }
            return null;
        }
    }

    private static final ThreadLocal<@Nullable Scope> SCOPE = new ThreadLocal<>();

    private SchedulerLockContext() {}

    /**
     * The lock of the innermost locked task that runs on this thread. It may have been lost meanwhile: ask it.
     *
     * @throws IllegalStateException when there is none, or its lock is not one of a {@link DynamoLockProvider}
     */
    public static LockHandle current() {
        Scope scope = SCOPE.get();
        LockHandle handle = scope == null ? null : scope.handle();
        if (handle == null) {
            throw new IllegalStateException(
                    "No @SchedulerLock method with a lock of DynamoLockProvider runs on thread '"
                            + Thread.currentThread().getName()
                            + "'. Calls must come through the Spring proxy, and ShedLock must have a SchedulerLockListener: if you"
                            + " define a LockingTaskExecutorListener of your own, let it call that too.");
        }
        return handle;
    }

    /** A task begins; one that runs under the lock of another around it, having its name, shares that. */
    static void enter(@Nullable LockHandle granted, String name) {
        Scope outer = SCOPE.get();
        LockHandle handle = granted == null && outer != null ? outer.named(name) : granted;
        SCOPE.set(new Scope(handle, outer));
    }

    static void leave() {
        Scope scope = SCOPE.get();
        Scope outer = scope == null ? null : scope.outer();
        if (outer == null) {
            SCOPE.remove();
        } else {
            SCOPE.set(outer);
        }
    }
}

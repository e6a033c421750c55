package io.github.dynamolock.spring;

/** What an annotated method does when another holds the lock until the wait is over. */
public enum OnUnavailable {
    /** Throws {@link io.github.dynamolock.LockNotGrantedException}, which names the holder. */
    THROW,
    /**
     * Does not run the body and returns nothing: null, an empty {@code Optional}, and for a primitive type its zero or
     * {@code false}; from a method that returns a future or a publisher, one of nothing, or an empty one. Only for
     * contention: a table that can't be reached still throws.
     */
    SKIP,
    /**
     * Runs {@link DistributedLock#fallbackMethod()} instead of the body, without the lock. For every failure to get it that
     * the fallback takes: contention, and a table that can't be reached.
     */
    FALLBACK
}

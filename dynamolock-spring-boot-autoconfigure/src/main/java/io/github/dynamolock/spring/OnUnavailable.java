package io.github.dynamolock.spring;

/** What an annotated method does when another holds the lock until the wait is over. */
public enum OnUnavailable {
    /** Throws {@link io.github.dynamolock.LockNotGrantedException}, which names the holder. */
    THROW,
    /**
     * Does not run the body and returns nothing: null, an empty {@code Optional}, and for a primitive type its zero or
     * {@code false}. Only for contention: a table that can't be reached still throws.
     */
    SKIP
}

package io.github.dynamolock.spring;

/** What an annotated method does when its lock is lost while the body runs: from then on another may run beside it. */
public enum OnLost {
    /** What the property {@code dynamolock.annotation.on-lost} says: {@link #INTERRUPT} unless set. */
    DEFAULT,
    /**
     * Interrupts the body's thread, once, and throws {@link io.github.dynamolock.LockLostException} after the body has
     * ended. The interrupt flag is left as the body found it. An exception of the body that does not come from the
     * interrupt passes as it is, with the {@code LockLostException} suppressed in it.
     *
     * <p>An asynchronous method's caller is told at once, and the body's future or subscription is cancelled. Code that does
     * not heed that goes on: cancelling a {@code CompletableFuture} ends no thread.
     */
    INTERRUPT,
    /** Lets the body run and throws {@link io.github.dynamolock.LockLostException} after it has returned. */
    FAIL,
    /** Lets the body run, logs a warning, and returns what it returned. Listeners and meters tell the loss. */
    REPORT
}

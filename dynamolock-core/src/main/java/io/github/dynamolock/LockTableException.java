package io.github.dynamolock;

import org.jspecify.annotations.Nullable;

/**
 * The lock table can't be used: missing, of another key schema, not permitted, not reachable, or it has a row at the key
 * that is no lock row or is corrupt. Says nothing about who holds a lock.
 */
public class LockTableException extends LockException {

    private static final long serialVersionUID = 1L;

    /** With a message that names the table, what was seen and what to do. */
    public LockTableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

package io.github.dynamolock;

import org.jspecify.annotations.Nullable;

/** What goes wrong with locks. The subtypes say what it means for the caller. */
public class LockException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** With a message that names the key or setting, and the cause if there is one. */
    public LockException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

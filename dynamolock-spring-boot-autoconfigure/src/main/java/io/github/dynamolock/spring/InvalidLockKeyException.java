package io.github.dynamolock.spring;

import org.jspecify.annotations.Nullable;

/** The key expression of a {@link DistributedLock} gave no usable key for a call. Nothing was locked, nothing ran. */
public class InvalidLockKeyException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** With a message that names the method, the expression and what to do. */
    public InvalidLockKeyException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

package io.github.dynamolock.spring.autoconfigure;

import org.jspecify.annotations.Nullable;

/** Why dynamolock can't start, and what to do about it. */
final class LockSetupException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String description;
    private final String action;

    LockSetupException(String description, String action, @Nullable Throwable cause) {
        super(description + " " + action, cause);
        this.description = description;
        this.action = action;
    }

    String description() {
        return description;
    }

    String action() {
        return action;
    }
}

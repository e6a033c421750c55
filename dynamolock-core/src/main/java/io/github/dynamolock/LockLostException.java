package io.github.dynamolock;

import org.jspecify.annotations.Nullable;

/** The lock was lost while its holder worked: what was done since may have run beside another holder. */
public class LockLostException extends LockException {

    private static final long serialVersionUID = 1L;

    private final transient LockLoss loss;

    /** With a message that names the key, and what ended the hold. */
    public LockLostException(String message, LockLoss loss) {
        this(message, loss, null);
    }

    /** With the exception by which the work ended because of the loss. */
    public LockLostException(String message, LockLoss loss, @Nullable Throwable cause) {
        super(message, cause);
        this.loss = loss;
    }

    /** What ended the hold. */
    public LockLoss loss() {
        return loss;
    }
}

package io.github.dynamolock;

/** The lock client is closed: it grants nothing any more. */
public class LockClientClosedException extends LockException {

    private static final long serialVersionUID = 1L;

    /** With a message that says what was refused. */
    public LockClientClosedException(String message) {
        super(message, null);
    }
}

package io.github.dynamolock;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Another held the lock until the wait was over. */
public class LockNotGrantedException extends LockException {

    private static final long serialVersionUID = 1L;

    private final String key;
    private final Duration waited;
    private final transient @Nullable LockInfo holder;

    /** With a message that says how long the wait was and who holds the lock. */
    public LockNotGrantedException(String message, String key, Duration waited, @Nullable LockInfo holder) {
        super(message, null);
        this.key = key;
        this.waited = waited;
        this.holder = holder;
    }

    /** The key that was asked for, as text. */
    public String key() {
        return key;
    }

    /** How long the caller waited. */
    public Duration waited() {
        return waited;
    }

    /** The row as last seen; empty when only threads of this client stood before the caller. */
    public Optional<LockInfo> holder() {
        return Optional.ofNullable(holder);
    }
}

package io.github.dynamolock.cli;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockRequest;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Waits for a lock: for a time, or until it is free. */
final class Acquiring {

    /** A wait without end goes in rounds, so that a table that is out of reach for a whole one is told of. */
    private static final Duration ROUND = Duration.ofMinutes(1);

    private final LockClient locks;
    private final String key;
    private final @Nullable Duration limit;
    private final PrintWriter err;

    /** With a null limit it waits without end. */
    Acquiring(LockClient locks, String key, @Nullable Duration limit, PrintWriter err) {
        this.locks = locks;
        this.key = key;
        this.limit = limit;
        this.err = err;
    }

    /** The lock; empty, and told of, when another holds it. */
    Optional<LockHandle> acquire() throws InterruptedException {
        while (true) {
            try {
                Duration wait = limit == null ? ROUND : limit;
                return Optional.of(
                        locks.acquire(LockRequest.forKey(key).waitTime(wait).build()));
            } catch (LockNotGrantedException held) {
                if (limit != null) {
                    err.println("dynamolock: " + held.getMessage() + advice(held, limit));
                    return Optional.empty();
                }
            }
        }
    }

    private static String advice(LockNotGrantedException held, Duration waited) {
        return held.holder()
                .map(LockInfo::leaseDuration)
                .filter(lease -> lease.compareTo(waited) >= 0)
                .map(lease -> "; should that holder have died, who waits for longer than " + Texts.duration(lease)
                        + " gets it")
                .orElse("");
    }
}

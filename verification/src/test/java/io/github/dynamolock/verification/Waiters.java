package io.github.dynamolock.verification;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A waiter of one client for each of many keys, and when it was granted. */
final class Waiters {

    /** A poll interval with its jitter is {@link #LATEST_LOOK} at most. */
    private static final Duration POLL = Duration.ofMillis(200);

    static final Duration LATEST_LOOK = Duration.ofMillis(240);

    private final Map<String, CompletableFuture<LockHandle>> waiters = new LinkedHashMap<>();
    private final Map<String, Long> granted = new ConcurrentHashMap<>();

    Waiters(LockClient locks, List<String> keys) {
        for (String key : keys) {
            LockRequest request = LockRequest.forKey(key)
                    .waitTime(Duration.ofMinutes(5))
                    .pollInterval(POLL)
                    .build();
            waiters.put(
                    key,
                    locks.acquireAsync(request).whenComplete((lock, failure) -> granted.put(key, System.nanoTime())));
        }
        Awaitility.await().until(() -> locks.waitingLocks().size() >= keys.size());
    }

    /** When the key was granted; waits for it. */
    long grantedAt(String key) throws Exception {
        LockHandle unused = lock(key);
        return Objects.requireNonNull(granted.get(key), key);
    }

    /** The lock, once it is granted. */
    LockHandle lock(String key) throws Exception {
        return waiter(key).get(2, TimeUnit.MINUTES);
    }

    boolean isWaiting(String key) {
        return !waiter(key).isDone();
    }

    private CompletableFuture<LockHandle> waiter(String key) {
        return Objects.requireNonNull(waiters.get(key), key);
    }
}

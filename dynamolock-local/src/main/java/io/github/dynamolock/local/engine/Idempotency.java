package io.github.dynamolock.local.engine;

import io.github.dynamolock.local.value.Errors;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/**
 * Remembers the transactions that succeeded by their client request token, for ten minutes as DynamoDB does, so that one
 * sent again is not applied again. The latest 10,000 are remembered.
 */
final class Idempotency {
    private static final Duration WINDOW = Duration.ofMinutes(10);
    private static final int MAX_TOKENS = 10_000;

    private final Clock clock;
    // Guarded by itself.
    private final Map<String, Entry> entries = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Entry> eldest) {
            return size() > MAX_TOKENS;
        }
    };

    Idempotency(Clock clock) {
        this.clock = clock;
    }

    /** Runs a transaction, unless it succeeded before under this token; one that runs now is waited for. */
    TransactWriteItemsResponse once(
            String token, List<TransactWriteItem> actions, Supplier<TransactionWriter.Answers> transaction) {
        Entry entry;
        synchronized (entries) {
            entry = entries.computeIfAbsent(token, unused -> new Entry());
        }
        return entry.once(actions, transaction, clock.instant());
    }

    private static final class Entry {
        private final ReentrantLock lock = new ReentrantLock();
        // All guarded by lock; null until the transaction has succeeded.
        private @Nullable List<TransactWriteItem> actions;
        private @Nullable TransactWriteItemsResponse repeated;
        private Instant expiry = Instant.MIN;

        TransactWriteItemsResponse once(
                List<TransactWriteItem> asked, Supplier<TransactionWriter.Answers> transaction, Instant now) {
            lock.lock();
            try {
                if (repeated != null && now.isBefore(expiry)) {
                    if (!asked.equals(actions)) {
                        throw Errors.idempotentParameterMismatch();
                    }
                    return repeated;
                }
                TransactionWriter.Answers fresh = transaction.get();
                actions = asked;
                repeated = fresh.repeated();
                expiry = now.plus(WINDOW);
                return fresh.first();
            } finally {
                lock.unlock();
            }
        }
    }
}

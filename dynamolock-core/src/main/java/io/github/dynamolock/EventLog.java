package io.github.dynamolock;

import io.github.dynamolock.table.Escapes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of what happens to a client's locks, each line with the key, the name and the owner: a loss is information,
 * trouble a warning, everything else for debugging.
 */
final class EventLog {

    private static final Logger log = LoggerFactory.getLogger(LockClient.class);

    private final String ownerName;

    EventLog(String ownerName) {
        this.ownerName = ownerName;
    }

    void granted(HeldLock lock, Duration waited) {
        if (log.isDebugEnabled()) {
            log.debug("{} was granted after {} ms, fencing token {}", of(lock), waited.toMillis(), lock.fencingToken());
        }
    }

    void contended(LockRequest request, LockInfo holder) {
        if (log.isDebugEnabled()) {
            log.debug("{} is held by '{}'", of(request), Escapes.escape(holder.ownerName()));
        }
    }

    void notGranted(LockRequest request, Throwable reason, Duration waited) {
        if (log.isDebugEnabled()) {
            log.debug(
                    "{} was not granted after {} ms: {}",
                    of(request),
                    waited.toMillis(),
                    Escapes.message(reason.toString()));
        }
    }

    void renewed(HeldLock lock, Duration took) {
        if (log.isDebugEnabled()) {
            log.debug("{} was renewed in {} ms", of(lock), took.toMillis());
        }
    }

    void renewalFailed(HeldLock lock, Throwable cause) {
        log.warn(
                "a renewal of {} did not reach the table, its lease ends in {} ms: {}",
                of(lock),
                lock.remainingLease().toMillis(),
                Escapes.message(cause.toString()));
    }

    void lost(HeldLock lock, LockLoss loss) {
        log.info("{} was lost after {} ms: {}", of(lock), lock.heldFor().toMillis(), loss.reason());
    }

    void released(HeldLock lock) {
        if (log.isDebugEnabled()) {
            log.debug("{} was released after {} ms", of(lock), lock.heldFor().toMillis());
        }
    }

    private String of(LockRequest request) {
        return describe(request.key(), request.name().orElse(null), ownerName);
    }

    private static String of(HeldLock lock) {
        return describe(lock.key(), lock.name(), lock.ownerName());
    }

    /** A lock in a line of the log: what comes from outside can't begin another line, nor hide what it is. */
    static String describe(String key, @Nullable String name, String owner) {
        String named = name == null ? "" : " (" + Escapes.escape(name) + ")";
        return "lock '" + Escapes.escape(key) + "'" + named + " of '" + Escapes.escape(owner) + "'";
    }
}

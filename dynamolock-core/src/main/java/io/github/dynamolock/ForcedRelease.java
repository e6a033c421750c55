package io.github.dynamolock;

import io.github.dynamolock.table.LockRow;
import io.github.dynamolock.table.RecordVersion;
import io.github.dynamolock.table.WriteResult;
import org.jspecify.annotations.Nullable;

/**
 * Frees the very version of a row that somebody looked at, whoever holds it. The row then has a version of its own making,
 * by which a lost answer is recognised.
 */
final class ForcedRelease {

    private static final int ATTEMPTS = 3;

    private final Engine engine;
    private final LockKey key;
    private final String observed;
    private final String freed;
    private boolean mayBeApplied;

    ForcedRelease(Engine engine, LockKey key, String observedVersion) {
        this.engine = engine;
        this.key = key;
        this.observed = observedVersion;
        this.freed = RecordVersion.of(engine.settings().idGenerator().get(), 0);
    }

    /** Whether the row was freed; not when it was another version by then. */
    boolean run() {
        RuntimeException last = new IllegalStateException("no attempt was made");
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            WriteResult result;
            try {
                result = write();
            } catch (RuntimeException e) {
                throw failed(e);
            }
            if (result instanceof WriteResult.Applied) {
                return true;
            }
            if (result instanceof WriteResult.Refused refused) {
                mayBeApplied |= refused.sentBefore();
                return isOurs(refused.row());
            }
            if (result instanceof WriteResult.Unknown unknown) {
                mayBeApplied = true;
                last = unknown.cause();
            }
        }
        throw failed(last);
    }

    private WriteResult write() {
        ClientSettings settings = engine.settings();
        long now = engine.clock().now().wallMillis();
        return engine.rows().releaseObserved(key.value(), observed, freed, settings.ownerName(), now);
    }

    /** Whether the row that refused shows that an earlier attempt was applied. */
    private boolean isOurs(@Nullable LockRow row) {
        boolean deletes = engine.settings().rowFormat().layout().released() == null;
        return row == null ? deletes && mayBeApplied : freed.equals(row.version());
    }

    private LockTableException failed(RuntimeException cause) {
        return Errors.unusable(engine.settings().table(), "lock " + key + " could not be released by force", cause);
    }
}

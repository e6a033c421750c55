package io.github.dynamolock;

import io.github.dynamolock.table.LockRow;
import io.github.dynamolock.table.RecordVersion;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/**
 * What was granted to whom, which never changes, and how it is told to others together with what does.
 *
 * @param row the row as the grant left it
 * @param thread the name of the thread that asked
 */
record Grant(
        LockRequest request,
        AcquireSettings settings,
        String ownerName,
        String holdId,
        LockRow row,
        Moment at,
        String thread) {

    String key() {
        return request.key();
    }

    /** For the log. */
    String described() {
        return EventLog.describe(key(), request.name().orElse(null), ownerName);
    }

    /** How the hold stands, for listeners and the endpoint. */
    HeldLock held(HoldState state, long renewals, Moment now) {
        return new HeldLock(
                key(),
                request.name().orElse(null),
                ownerName,
                row.fencingToken(),
                Instant.ofEpochMilli(at.wallMillis()),
                Duration.ofNanos(Math.max(0, now.since(at))),
                Duration.ofNanos(state.remainingNanos()),
                Instant.ofEpochMilli(state.lease().confirmed().wallMillis()),
                renewals,
                thread);
    }

    /** The row as its holder knows it, for who else wants it in this client. */
    LockInfo info(HoldState state, @Nullable SdkBytes data) {
        return new LockInfo(
                key(),
                ownerName,
                settings.lease(),
                RecordVersion.of(holdId, state.lease().confirmedCounter()),
                false,
                row.fencingToken(),
                data,
                row.attributes(),
                state.wouldBeHeld() ? LockInfo.State.HELD_BY_THIS_CLIENT : LockInfo.State.HELD);
    }
}

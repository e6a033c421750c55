package io.github.dynamolock;

import io.github.dynamolock.table.LockRow;
import io.github.dynamolock.table.RecordVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What was granted to whom, which never changes, and how it is told to others together with what does. Kept for each held
 * lock, so no more of the row than is asked for.
 *
 * @param attributes those of the row that are not the lock's own, as the grant left them
 * @param thread the name of the thread that asked
 */
record Grant(
        LockRequest request,
        AcquireSettings settings,
        String ownerName,
        String holdId,
        long fencingToken,
        Map<String, AttributeValue> attributes,
        Moment at,
        String thread) {

    /** What a row says of the grant that it shows. */
    static Grant of(
            LockRequest request,
            AcquireSettings settings,
            String ownerName,
            String holdId,
            LockRow row,
            Moment at,
            String thread) {
        return new Grant(request, settings, ownerName, holdId, row.fencingToken(), row.attributes(), at, thread);
    }

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
                fencingToken,
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
                fencingToken,
                data,
                attributes,
                state.wouldBeHeld() ? LockInfo.State.HELD_BY_THIS_CLIENT : LockInfo.State.HELD);
    }
}

package io.github.dynamolock;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why a lock was lost.
 *
 * @param reason what ended the hold
 * @param seen the row that showed it, or null when there was none
 */
public record LockLoss(Reason reason, @Nullable LockInfo seen) {

    /** What ended the hold. */
    public enum Reason {
        /** Another holder's version is in the row. */
        TAKEN_OVER,
        /** The row is gone, or somebody else marked it as released or changed its token; or it was, and came again. */
        DELETED,
        /** No renewal reached the table in time. */
        EXPIRED,
        /** The hold reached its {@code maxHold}. */
        MAX_HOLD,
        /** The client was closed. */
        CLIENT_CLOSED
    }

    /** The row that showed the loss, if one was seen. */
    public Optional<LockInfo> row() {
        return Optional.ofNullable(seen);
    }
}

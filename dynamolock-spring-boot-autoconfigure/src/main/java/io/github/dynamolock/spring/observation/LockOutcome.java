package io.github.dynamolock.spring.observation;

import java.util.Locale;

/** How a call of a locked method ended. */
public enum LockOutcome {
    /** It has not ended yet. */
    UNKNOWN,
    /** The method ran under its lock, and returned. */
    COMPLETED,
    /** The method ran under its lock, and failed. */
    FAILED,
    /** The lock was lost before the call had ended, whatever else came of it. */
    LOST,
    /** Another held the lock for as long as the call could wait; the method did not run. */
    UNAVAILABLE,
    /** The lock could not be had for another reason, such as a table out of reach; the method did not run. */
    NOT_LOCKED,
    /** The caller cancelled the future or the subscription. */
    CANCELLED;

    /** As the tag shows it. */
    String tag() {
        return name().toLowerCase(Locale.ROOT);
    }
}

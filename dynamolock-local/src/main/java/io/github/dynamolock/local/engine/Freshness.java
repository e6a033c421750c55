package io.github.dynamolock.local.engine;

import org.jspecify.annotations.Nullable;

/** Which version of an item a read answers that does not ask for a consistent one. */
enum Freshness {
    /** The latest write. */
    LATEST,
    /** The write before. */
    EARLIER;

    /** Whether a read answers the earlier version; one that asks for a consistent one never does. */
    boolean isEarlier(@Nullable Boolean consistentRead) {
        return this == EARLIER && !Boolean.TRUE.equals(consistentRead);
    }
}

package io.github.dynamolock.simulation;

/**
 * Something that happens to a process, or to all, at a time.
 *
 * @param at when, in milliseconds
 * @param slot to which client
 * @param key to which lock, where it is about one
 * @param millis for how long, or by how much
 */
record Disturbance(long at, Kind kind, int slot, int key, long millis) {

    /** What happens. */
    enum Kind {
        PAUSE,
        SUSPEND,
        WALL_JUMP,
        KILL,
        CLOSE,
        CUT_REQUESTS,
        CUT_REPLIES,
        CUT_BOTH,
        CUT_ALL,
        THROTTLE_ALL,
        STARVE,
        FORCE_RELEASE,
        DESCRIBE,
        DELETE_ROW,
        DELETE_TABLE
    }
}

package io.github.dynamolock.simulation;

/**
 * Somebody wants a lock.
 *
 * @param at when, in milliseconds
 * @param slot which client
 * @param key which
 * @param waitMillis how long to wait
 * @param leaseMillis another lease than the client's, or 0
 * @param minHoldMillis shortest hold, or 0
 * @param maxHoldMillis longest hold, or 0
 * @param payload what to store, or 0 for nothing
 * @param replaceData whether it wins
 * @param heartbeat whether it is renewed by itself
 * @param reentrant whether the thread may enter again
 * @param attribute whether an attribute is stored
 * @param notice whether to be told when it is almost expired
 * @param giveUpAfterMillis when the caller gives up waiting, or -1
 * @param holdMillis how long the work takes
 * @param during what is done meanwhile, each for one of {@link Deed}
 * @param ending how it ends
 * @param seed for what is drawn while it runs
 */
record Want(
        long at,
        int slot,
        int key,
        long waitMillis,
        long leaseMillis,
        long minHoldMillis,
        long maxHoldMillis,
        int payload,
        boolean replaceData,
        boolean heartbeat,
        boolean reentrant,
        boolean attribute,
        boolean notice,
        long giveUpAfterMillis,
        long holdMillis,
        java.util.List<Deed> during,
        Ending ending,
        long seed) {

    /** A thread each costs time. */
    private static final int IN_THREAD_ONE_IN = 6;

    /** Whether a thread waits for it. */
    boolean waitsInThread() {
        return !reentrant && seed % IN_THREAD_ONE_IN == 0;
    }

    /** What a holder does with its lock. */
    enum Deed {
        LOOK,
        HEARTBEAT,
        HEARTBEAT_WITH_DATA,
        EXTEND,
        FENCE,
        FENCE_AND_RENEW,
        ENTER_AGAIN,
        FIND,
        INTERRUPTED_HEARTBEAT,
        INTERRUPTED_EXTEND,
        INTERRUPTED_FIND,
        LIMIT
    }

    /** What a holder does in the end. */
    enum Ending {
        RELEASE,
        RELEASE_ASYNC,
        RELEASE_WITH_DATA,
        RELEASE_TWICE,
        CLOSE,
        NOTHING
    }
}

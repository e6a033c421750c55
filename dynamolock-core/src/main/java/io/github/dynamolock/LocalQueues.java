package io.github.dynamolock;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One queue for each key in this client, first come, first served: of all its threads that want a key, at most one talks
 * to the table. When a local holder ends its hold and others wait, the next gets the held row directly; now and then the
 * row is freed instead, so that other processes get a turn.
 *
 * <p>Thread-safe: a short monitor around plain maps, never held during a call or a callback.
 */
final class LocalQueues {

    private static final int MAX_HAND_OVERS = 16;

    private static final class KeyQueue {
        /** The one that talks to the table. */
        @Nullable
        AcquireTask active;

        /** The one that has the lock. */
        @Nullable
        Hold holder;

        /** Mostly empty, and there is one for each held lock. */
        final ArrayDeque<AcquireTask> waiting = new ArrayDeque<>(1);

        int handOvers;

        @Nullable
        Moment chainStarted;

        boolean yieldToOthers;

        boolean isIdle() {
            return active == null && holder == null && waiting.isEmpty();
        }
    }

    /** Guarded by this. */
    private final Map<LockKey, KeyQueue> queues = new HashMap<>();

    /** Guarded by this. */
    private boolean closed;

    /** Puts a task into its queue; true when it is first and must begin. */
    synchronized boolean enter(AcquireTask task) {
        if (closed) {
            throw new LockClientClosedException("lock " + task.key() + " was not acquired: the lock client is closed");
        }
        KeyQueue queue = queues.computeIfAbsent(task.key(), key -> new KeyQueue());
        if (queue.isIdle()) {
            queue.active = task;
            return true;
        }
        queue.waiting.add(task);
        return false;
    }

    synchronized @Nullable Hold holder(LockKey key) {
        KeyQueue queue = queues.get(key);
        return queue == null ? null : queue.holder;
    }

    /** Takes a task out that ends without the lock; the next one begins if it was its turn. */
    void leave(AcquireTask task) {
        AcquireTask next = null;
        synchronized (this) {
            KeyQueue queue = queues.get(task.key());
            if (queue == null) {
                return;
            }
            queue.waiting.remove(task);
            if (queue.active == task) {
                queue.active = null;
                next = advance(task.key(), queue);
            } else if (queue.isIdle()) {
                queues.remove(task.key());
            }
        }
        begin(next, false);
    }

    /** The active task has the lock. */
    synchronized void granted(AcquireTask task, Hold hold, boolean handedOver, Moment now) {
        KeyQueue queue = queues.computeIfAbsent(task.key(), key -> new KeyQueue());
        if (queue.active == task) {
            queue.active = null;
        }
        queue.holder = hold;
        if (!handedOver) {
            queue.handOvers = 0;
            queue.chainStarted = now;
        }
    }

    /** The task that is to get the row of an ending hold directly, now active; null when none is, or it is others' turn. */
    synchronized @Nullable AcquireTask successor(Hold ending, Moment now) {
        KeyQueue queue = queues.get(ending.lockKey());
        if (queue == null || queue.holder != ending || queue.waiting.isEmpty()) {
            return null;
        }
        Moment start = queue.chainStarted;
        boolean longEnough =
                start != null && now.since(start) >= ending.leaseDuration().toNanos();
        if (queue.handOvers >= MAX_HAND_OVERS || longEnough) {
            queue.yieldToOthers = true;
            return null;
        }
        queue.handOvers++;
        queue.active = queue.waiting.poll();
        return queue.active;
    }

    /** A hold has ended; the next task begins unless it got the row already. */
    void ended(Hold hold) {
        AcquireTask next = null;
        boolean yield = false;
        synchronized (this) {
            KeyQueue queue = queues.get(hold.lockKey());
            if (queue == null || queue.holder != hold) {
                return;
            }
            queue.holder = null;
            if (queue.active == null) {
                yield = queue.yieldToOthers;
                queue.yieldToOthers = false;
                next = advance(hold.lockKey(), queue);
            }
        }
        begin(next, yield);
    }

    /** Refuses whoever comes from now on and returns all who wait. */
    synchronized List<AcquireTask> close() {
        closed = true;
        return waiting();
    }

    /** All who wait, whether for the table or for their turn. */
    synchronized List<AcquireTask> waiting() {
        List<AcquireTask> all = new ArrayList<>();
        for (KeyQueue queue : queues.values()) {
            if (queue.active != null) {
                all.add(queue.active);
            }
            all.addAll(queue.waiting);
        }
        return all;
    }

    synchronized int size() {
        return queues.size();
    }

    private @Nullable AcquireTask advance(LockKey key, KeyQueue queue) {
        queue.active = queue.waiting.poll();
        if (queue.isIdle()) {
            queues.remove(key);
        }
        return queue.active;
    }

    private static void begin(@Nullable AcquireTask task, boolean yield) {
        if (task != null) {
            task.begin(yield);
        }
    }
}

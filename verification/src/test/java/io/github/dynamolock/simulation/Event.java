package io.github.dynamolock.simulation;

import org.jspecify.annotations.Nullable;

/** Something that is to happen at a time of the world's. */
final class Event implements Comparable<Event> {

    final long at;
    final long number;

    /** Whether it may let time pass. */
    final boolean mayBlock;

    /** What it does; null when it wakes a sleeper. */
    final @Nullable Runnable action;

    final @Nullable Sleeper sleeper;

    /** Whether it lets so much time pass that it must be on no other's stack. */
    boolean apart;

    private boolean cancelled;

    Event(long at, long number, boolean mayBlock, @Nullable Runnable action, @Nullable Sleeper sleeper) {
        this.at = at;
        this.number = number;
        this.mayBlock = mayBlock;
        this.action = action;
        this.sleeper = sleeper;
    }

    void cancel() {
        cancelled = true;
    }

    boolean isCancelled() {
        return cancelled;
    }

    @Override
    @SuppressWarnings("ComparableType")
    public int compareTo(Event other) {
        int byTime = Long.compare(at, other.at);
        return byTime == 0 ? Long.compare(number, other.number) : byTime;
    }
}

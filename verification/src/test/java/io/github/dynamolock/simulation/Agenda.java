package io.github.dynamolock.simulation;

import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** What is to happen, in the order of its time, and at one time in the order in which it was said. */
final class Agenda {

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long number;

    /** Something is to be done. */
    Event add(long at, boolean mayBlock, Runnable action) {
        Event event = new Event(at, number++, mayBlock, action, null);
        events.add(event);
        return event;
    }

    /** A sleep is to end. */
    void wake(Sleeper sleeper, long at) {
        Event event = new Event(at, number++, false, null, sleeper);
        sleeper.wakes = event;
        events.add(event);
    }

    /** A sleep is to end at another time than was said. */
    void wakeInstead(Sleeper sleeper, long at) {
        Event wakes = sleeper.wakes;
        if (!sleeper.isDue && wakes != null) {
            wakes.cancel();
            wake(sleeper, at);
        }
    }

    /** Whether nothing happens up to this time. */
    boolean isFreeUntil(long at) {
        Event next = events.peek();
        return next == null || next.at > at;
    }

    @Nullable
    Event next() {
        return events.poll();
    }

    void clear() {
        events.clear();
    }
}

package io.github.dynamolock.simulation;

import org.jspecify.annotations.Nullable;

/** A call in the middle of its thread's work that waits for a time. */
final class Sleeper {

    final Runner runner;
    private final Runnable onLate;
    boolean isDue;

    /** What ends it. */
    @Nullable
    Event wakes;

    Sleeper(Runner runner, Runnable onLate) {
        this.runner = runner;
        this.onLate = onLate;
    }

    /** Its time has come, but it can't go on yet. */
    void late() {
        onLate.run();
    }
}

package io.github.dynamolock.simulation;

import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One of the threads that take turns in running the world. On its stack are calls that wait for a time, each begun while the
 * one below waited; only the topmost can go on.
 */
final class Runner {

    final ArrayDeque<Sleeper> sleepers = new ArrayDeque<>();

    /** What it is to do when its turn comes, if it has nothing to do. */
    @Nullable
    Runnable task;

    /** Whether a blocking call of the client was begun and has not handed its work over yet. */
    boolean blocking;

    /** How it waits for the answer, when it is interrupted in the end. */
    @Nullable
    Runnable waits;

    private volatile boolean hasTurn;
    private volatile @Nullable Thread thread;

    void begin(Thread itsThread) {
        thread = itsThread;
    }

    void giveTurn() {
        hasTurn = true;
        LockSupport.unpark(thread);
    }

    void awaitTurn() {
        while (!hasTurn) {
            LockSupport.park(this);
        }
        hasTurn = false;
    }
}

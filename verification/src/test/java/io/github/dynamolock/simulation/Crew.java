package io.github.dynamolock.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The threads of one worker: exactly one runs at a time. They are kept from one schedule to the next. */
final class Crew implements AutoCloseable {

    private static final int MOST = 64;

    private final List<Runner> all = new ArrayList<>();
    private final ArrayDeque<Runner> idle = new ArrayDeque<>();
    private volatile boolean closed;

    /** What an idle thread does when it gets a turn. */
    private volatile Consumer<Runner> work = runner -> {};

    /** The calling thread is the first of them. */
    Crew() {
        all.add(new Runner());
    }

    /** Begins a schedule in the calling thread. */
    Runner begin(Consumer<Runner> itsWork) {
        work = itsWork;
        idle.clear();
        for (int i = all.size() - 1; i > 0; i--) {
            idle.push(all.get(i));
        }
        for (Runner runner : all) {
            runner.sleepers.clear();
            runner.task = null;
            runner.blocking = false;
            runner.waits = null;
        }
        Runner first = all.get(0);
        first.begin(Thread.currentThread());
        return first;
    }

    boolean hasIdle() {
        return !idle.isEmpty() || all.size() < MOST;
    }

    Runner takeIdle() {
        return idle.isEmpty() ? hire() : idle.pop();
    }

    void rest(Runner runner) {
        idle.push(runner);
    }

    List<Runner> all() {
        return all;
    }

    private Runner hire() {
        Runner runner = new Runner();
        all.add(runner);
        Thread thread = new Thread(() -> serve(runner), "simulation-" + all.size());
        thread.setDaemon(true);
        runner.begin(thread);
        thread.start();
        return runner;
    }

    private void serve(Runner runner) {
        while (true) {
            runner.awaitTurn();
            if (closed) {
                return;
            }
            work.accept(runner);
        }
    }

    @Override
    public void close() {
        closed = true;
        all.stream().skip(1).forEach(Runner::giveTurn);
    }
}

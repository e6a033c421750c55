package io.github.dynamolock.simulation;

import java.util.SplittableRandom;
import java.util.function.Consumer;

/** What a process does on its timer and its pools: later, when it stands still or is starved, and never once it is dead. */
final class Tasks {

    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final World world;
    private final Instance process;
    private final SplittableRandom random;
    private final boolean blocking;
    private final Consumer<Throwable> unexpected;

    Tasks(World world, Instance process, SplittableRandom random, boolean blocking, Consumer<Throwable> unexpected) {
        this.world = world;
        this.process = process;
        this.random = random;
        this.blocking = blocking;
        this.unexpected = unexpected;
    }

    /** The timer; the answer takes it back. */
    Runnable schedule(long delayNanos, Runnable task) {
        if (world.takeWaits() != null) {
            // It waits behind another of its own process: no call is under way for it.
            boolean unused = world.isWaitedFor();
        }
        return new Timed(process.machine.monotonicNanos() + Math.max(0, delayNanos), false, false, task)::cancel;
    }

    /** Does something soon that takes long. */
    void apart(Runnable task) {
        var unused = new Timed(process.machine.monotonicNanos() + random.nextInt(1_000_000), true, true, task);
    }

    /** Does something in a while by the process's own timer, that may take time. */
    void later(long millis, Runnable task) {
        var unused = new Timed(process.machine.monotonicNanos() + millis * NANOS_PER_MILLI, false, true, task);
    }

    /** The pools: by and by, unless the caller waits for it. */
    void execute(Runnable task) {
        if (!world.isWaitedFor()) {
            soon(task);
            return;
        }
        Runnable waits = world.takeWaits();
        if (waits == null) {
            now(task);
            return;
        }
        boolean unused = Thread.interrupted();
        soon(task);
        waits.run();
        Thread.currentThread().interrupt();
    }

    private void soon(Runnable task) {
        var unused = new Timed(process.machine.monotonicNanos() + random.nextInt(1_000_000), false, true, task);
    }

    /** The users' code: where that takes its time, on threads of its own. */
    void callback(Runnable task) {
        if (blocking) {
            apart(task);
        } else {
            now(task);
        }
    }

    /** A task of this process, here and now. */
    void now(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            if (!process.isDead()) {
                unexpected.accept(e);
            }
        }
    }

    private final class Timed {
        private final long due;
        private final boolean apart;
        private final boolean mayBlock;
        private final Runnable task;
        private Event event;

        Timed(long due, boolean apart, boolean mayBlock, Runnable task) {
            this.due = due;
            this.apart = apart;
            this.mayBlock = mayBlock;
            this.task = task;
            this.event = in(untilDue());
        }

        private long untilDue() {
            return (long) ((due - process.machine.monotonicNanos()) / process.machine.rate()) + 2;
        }

        private Event in(long nanos) {
            if (apart) {
                return world.beginApart(nanos, this::run);
            }
            return mayBlock ? world.begin(nanos, this::run) : world.after(nanos, this::run);
        }

        private void run() {
            if (process.isDead()) {
                return;
            }
            long rest = process.heldUpUntil() - world.now();
            if (rest > 0) {
                event = in(rest);
            } else if (due - process.machine.monotonicNanos() > 0) {
                event = in(untilDue());
            } else {
                now(task);
            }
        }

        void cancel() {
            event.cancel();
        }
    }
}

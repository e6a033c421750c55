package io.github.dynamolock.cli;

import java.util.concurrent.CompletableFuture;

/**
 * What a signal to this process does: it is passed on to the command, as SIGTERM, and this process ends when the command
 * has ended and its lock is released; with no command running yet, the wait for the lock ends.
 */
final class Shutdown implements AutoCloseable {

    private static final int NONE = -1;

    private final Child child;
    private final Thread caller = Thread.currentThread();
    private final CompletableFuture<Integer> result = new CompletableFuture<>();
    private final Thread hook = new Thread(this::run, "dynamolock-shutdown");

    private Shutdown(Child child) {
        this.child = child;
    }

    static Shutdown passedOnTo(Child child) {
        Shutdown shutdown = new Shutdown(child);
        Runtime.getRuntime().addShutdownHook(shutdown.hook);
        return shutdown;
    }

    /** The exit code, once the lock is released. */
    void finished(int exitCode) {
        result.complete(exitCode);
    }

    private void run() {
        if (child.terminate() == null) {
            caller.interrupt();
        }
        int exitCode = result.join();
        if (exitCode != NONE) {
            // What the command made of the signal is told on, not the signal.
            Runtime.getRuntime().halt(exitCode);
        }
    }

    @Override
    public void close() {
        result.complete(NONE);
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyRunning) {
            // It ends by itself, now that there is a result.
        }
    }
}

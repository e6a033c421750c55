package io.github.dynamolock.cli;

import io.github.dynamolock.LockException;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.ReleaseResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Runs the command while the lock is held, stops it when the lock is lost, and releases the lock when it has ended. */
final class LockedRun {

    private final Child child;
    private final LockHandle lock;
    private final Duration killAfter;
    private final PrintWriter err;

    LockedRun(Child child, LockHandle lock, Duration killAfter, PrintWriter err) {
        this.child = child;
        this.lock = lock;
        this.killAfter = killAfter;
        this.err = err;
    }

    /** The exit code: the command's, unless the lock was lost. The lock is released. */
    int toTheEnd() throws InterruptedException {
        CompletableFuture<Void> stopped = lock.lost().thenAccept(this::stop).toCompletableFuture();
        Integer code;
        boolean lost;
        try {
            code = run();
            if (isLost()) {
                stopped.join();
            }
        } finally {
            lost = release() == ReleaseResult.LOST;
        }
        if (lost || isLost()) {
            stopped.join();
            return ExitCodes.LOST;
        }
        if (code == null) {
            throw new InterruptedException("stopped before the command was started");
        }
        return code;
    }

    private @Nullable Integer run() throws InterruptedException {
        try {
            return child.run(Map.of(
                    "DYNAMOLOCK_KEY", lock.key(),
                    "DYNAMOLOCK_FENCING_TOKEN", Long.toString(lock.fencingToken()),
                    "DYNAMOLOCK_OWNER", lock.ownerName()));
        } catch (IOException e) {
            return notStarted(e);
        } catch (InterruptedException e) {
            child.stop(killAfter);
            throw e;
        }
    }

    private boolean isLost() {
        return lock.lost().toCompletableFuture().isDone();
    }

    private void stop(LockLoss loss) {
        err.println("dynamolock: lock '" + Texts.visible(lock.key()) + "' was lost (" + loss.reason()
                + "): the command is stopped");
        try {
            child.stop(killAfter);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Null when the table did not answer: then the row lapses, and that takes nothing from what the command has done. */
    private @Nullable ReleaseResult release() {
        try {
            return lock.release();
        } catch (LockException e) {
            err.println("dynamolock: lock '" + Texts.visible(lock.key())
                    + "' could not be released and lapses with its lease: "
                    + Texts.visible(String.valueOf(e.getMessage())));
            return null;
        }
    }

    private int notStarted(IOException failure) {
        err.println("dynamolock: " + Texts.visible(String.valueOf(failure.getMessage())));
        return child.isFound() ? ExitCodes.CAN_NOT_EXECUTE : ExitCodes.NO_SUCH_COMMAND;
    }
}

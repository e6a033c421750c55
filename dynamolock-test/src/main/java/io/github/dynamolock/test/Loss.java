package io.github.dynamolock.test;

import io.github.dynamolock.LockLoss;
import io.github.dynamolock.local.Fault;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.table.Escapes;
import io.github.dynamolock.test.WatchedClients.Holding;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Makes a holder lose its lock, and lets the time pass until it knows. */
final class Loss {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Small parts of a lease, so that no more time is moved than need be. */
    private static final int STEPS_OF_A_LEASE = 40;

    private final WatchedClients watched;
    private final MovableTime time;
    private final @Nullable LocalDynamoDb local;
    private final OtherInstance other;

    Loss(WatchedClients watched, MovableTime time, @Nullable LocalDynamoDb local, OtherInstance other) {
        this.watched = watched;
        this.time = time;
        this.local = local;
        this.other = other;
    }

    void of(String key, LockLoss.Reason reason) throws InterruptedException {
        switch (reason) {
            case TAKEN_OVER -> {
                Holding holding = watched.awaitHeld(key);
                other.free(key);
                awaitEnd(holding);
            }
            case DELETED -> {
                LocalDynamoDb dynamoDb = requireLocal(reason);
                Holding holding = watched.awaitHeld(key);
                new LocalRows(dynamoDb, holding.client().tableName()).delete(key);
                awaitEnd(holding);
            }
            case EXPIRED -> {
                LocalDynamoDb dynamoDb = requireLocal(reason);
                Holding holding = watched.awaitHeld(key);
                Fault cut = new LocalRows(dynamoDb, holding.client().tableName()).cutOff(key);
                try {
                    awaitEnd(holding);
                } finally {
                    cut.remove();
                }
            }
            case MAX_HOLD ->
                throw new IllegalArgumentException(
                        "a lock is lost by MAX_HOLD when its maxHold is over: advance the time");
            case CLIENT_CLOSED ->
                throw new IllegalArgumentException("a lock is lost by CLIENT_CLOSED when its client is: close that");
        }
    }

    private LocalDynamoDb requireLocal(LockLoss.Reason reason) {
        if (local == null) {
            throw new IllegalStateException(
                    "a lock can be lost by " + reason + " only in a local DynamoDB, and the locks of"
                            + " this test are in a real one; there only TAKEN_OVER works");
        }
        return local;
    }

    private void awaitEnd(Holding holding) throws InterruptedException {
        Duration lease = holding.client().leaseDuration();
        Duration step = lease.dividedBy(STEPS_OF_A_LEASE);
        Duration realTime = lease.plus(PATIENCE);
        long start = System.nanoTime();
        while (!holding.isOver()) {
            time.advance(step);
            // For a client whose time is not moved.
            TimeUnit.MILLISECONDS.sleep(1);
            if (System.nanoTime() - start > realTime.toNanos()) {
                throw new AssertionError(
                        "'" + Escapes.escape(holding.lock().key()) + "' was still held after " + realTime);
            }
        }
    }
}

package io.github.dynamolock.simulation;

import io.github.dynamolock.LockLoss;
import io.github.dynamolock.ReleaseResult;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A lock that somebody was granted, and what became of it as its user knows. */
final class Held {

    final Holder holder;
    final String key;
    final String holdId;
    final long token;
    final BooleanSupplier belief;
    final long grantedAt;
    final long grantedSteady;

    /** Whether it was granted by an answer that came too late for its lease. */
    boolean overWhenGranted;

    /** Of its machine's clocks, 1 for the world's. */
    double rate = 1;

    /** Whether it is renewed by itself. */
    boolean renewed = true;

    /** The longest lease that was asked for. */
    long leaseNanos;

    /** Null for none. */
    @Nullable
    Long maxHoldNanos;

    /** 0 for none. */
    long minHoldNanos;

    /** Who asked for it, when that may ask for it again. */
    @Nullable
    Thread reentrantFor;

    int levels = 1;

    /** Whether its release was begun, by whomever. */
    boolean releasing;

    /** Whether its row was freed, overwritten or deleted by somebody who may. */
    boolean displaced;

    /** Whether a release was promised to keep the row until the end of the shortest hold. */
    boolean keptUntilMinHold;

    boolean releaseSent;
    int timesReleased;
    int timesTold;
    LockLoss.@Nullable Reason loss;
    private @Nullable Long overSince;
    private boolean seenOver;
    private long longestFrom;

    Held(Holder holder, String key, String holdId, long token, BooleanSupplier belief, long now) {
        this.holder = holder;
        this.key = key;
        this.holdId = holdId;
        this.token = token;
        this.belief = belief;
        this.grantedAt = now;
        this.grantedSteady = holder.steadyNanos();
        this.longestFrom = holder.monotonicNanos();
    }

    boolean isBelieved() {
        return !holder.isDead() && belief.getAsBoolean();
    }

    /** When its longest hold began, by its machine's monotonic clock. */
    long longestFrom() {
        return longestFrom;
    }

    /** Its shortest and longest hold begin anew. */
    void limited(long atLeastNanos, @Nullable Long atMostNanos) {
        minHoldNanos = atLeastNanos;
        maxHoldNanos = atMostNanos;
        longestFrom = holder.monotonicNanos();
    }

    void foundOver(long now) {
        if (overSince == null) {
            overSince = now;
        }
    }

    /** Its user looked, and it was over. */
    void seenOver() {
        seenOver = true;
    }

    /**
     * Whether it is over by a wall clock alone that was set forward and back again before anyone looked, or was told: then
     * it never was, for all that anybody knows.
     */
    boolean wasOverForNobody() {
        return overSince != null && !seenOver && timesTold == 0 && holder.wallWasSetBackAt() >= overSince;
    }

    void notOver() {
        overSince = null;
    }

    @Nullable
    Long overSince() {
        return overSince;
    }

    void ended(ReleaseResult result) {
        if (result == ReleaseResult.RELEASED) {
            timesReleased++;
        }
    }

    String described() {
        return "token " + token + " of " + key + " (" + holdId + ")";
    }
}

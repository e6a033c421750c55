package io.github.dynamolock.spring.observation;

import io.micrometer.observation.Observation;
import java.util.List;

/**
 * What there is to tell of one call of a locked method. Written by the advice, read by conventions and handlers; thread-safe.
 */
public class DynamoLockObservationContext extends Observation.Context {

    private final String lockName;
    private final List<String> keys;
    private final String ownerName;
    private volatile List<Long> fencingTokens = List.of();
    private volatile LockOutcome outcome = LockOutcome.UNKNOWN;

    /**
     * A call that has begun.
     *
     * @param lockName the name of the lock, as in the tags of the meters
     * @param keys the keys of this call, as texts
     * @param ownerName the name of the lock client in the rows
     */
    public DynamoLockObservationContext(String lockName, List<String> keys, String ownerName) {
        this.lockName = lockName;
        this.keys = List.copyOf(keys);
        this.ownerName = ownerName;
    }

    /** The name of the lock: {@code name} of the annotation, or the class and the method. */
    public String getLockName() {
        return lockName;
    }

    /** The keys of this call. Each may be unique, and may tell of a person. */
    public List<String> getKeys() {
        return keys;
    }

    /** The name that the lock client writes into its rows. */
    public String getOwnerName() {
        return ownerName;
    }

    /** The fencing tokens in the order of the keys; empty until the locks are granted. */
    public List<Long> getFencingTokens() {
        return fencingTokens;
    }

    /** The locks were granted. */
    public void setFencingTokens(List<Long> tokens) {
        this.fencingTokens = List.copyOf(tokens);
    }

    /** How the call ended; {@link LockOutcome#UNKNOWN} until it has. */
    public LockOutcome getOutcome() {
        return outcome;
    }

    /** The call has ended like this. */
    public void setOutcome(LockOutcome outcome) {
        this.outcome = outcome;
    }
}

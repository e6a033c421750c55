package io.github.dynamolock.spring.leader;

import io.github.dynamolock.LeaderElector;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.Term;
import org.jspecify.annotations.Nullable;

/**
 * This process does not lead any more. When its lock was not lost but given up, it is freed only once all listeners have
 * returned; after a loss another may lead already.
 */
public final class LeadershipRevoked extends LeadershipEvent {

    private static final long serialVersionUID = 1L;

    private final LockLoss.@Nullable Reason reason;

    /** The term of this elector ended, by a loss for this reason or, when it is null, because it was given up. */
    public LeadershipRevoked(
            LeaderElector elector, String electorName, String key, Term term, LockLoss.@Nullable Reason reason) {
        super(elector, electorName, key, term);
        this.reason = reason;
    }

    /** How the lock was lost; null when the leadership was given up: by a resignation, or as the application stops. */
    public LockLoss.@Nullable Reason getReason() {
        return reason;
    }
}

package io.github.dynamolock.spring.leader;

import io.github.dynamolock.LeaderElector;
import io.github.dynamolock.Term;

/** This process began to lead. */
public final class LeadershipGranted extends LeadershipEvent {

    private static final long serialVersionUID = 1L;

    /** The term of this elector began. */
    public LeadershipGranted(LeaderElector elector, String electorName, String key, Term term) {
        super(elector, electorName, key, term);
    }
}

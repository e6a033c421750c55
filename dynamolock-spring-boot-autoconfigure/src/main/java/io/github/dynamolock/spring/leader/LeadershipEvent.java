package io.github.dynamolock.spring.leader;

import io.github.dynamolock.LeaderElector;
import io.github.dynamolock.Term;
import java.time.Instant;
import org.springframework.context.ApplicationEvent;

/**
 * A leadership of this process began or ended. The elector's state changed before, and may have changed since: whether
 * this process leads now is answered by {@link LeaderElector#isLeader()} alone.
 *
 * <p>The events of one elector are published one at a time, in order, on a thread of its own; the next one waits until all
 * listeners have returned.
 */
public abstract sealed class LeadershipEvent extends ApplicationEvent permits LeadershipGranted, LeadershipRevoked {

    private static final long serialVersionUID = 1L;

    private final String electorName;
    private final String key;
    private final long fencingToken;
    private final Instant since;

    LeadershipEvent(LeaderElector elector, String electorName, String key, Term term) {
        super(elector);
        this.electorName = electorName;
        this.key = key;
        this.fencingToken = term.fencingToken();
        this.since = term.since();
    }

    /** The name of the elector: see {@link LeaderElectors}. */
    public String getElectorName() {
        return electorName;
    }

    /** The key that the elector campaigns for. */
    public String getKey() {
        return key;
    }

    /** The fencing token of the term: send it along with what the leader does. */
    public long getFencingToken() {
        return fencingToken;
    }

    /** When the term began, by this machine's clock. */
    public Instant getSince() {
        return since;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[elector=" + electorName + ", fencingToken=" + fencingToken + "]";
    }
}

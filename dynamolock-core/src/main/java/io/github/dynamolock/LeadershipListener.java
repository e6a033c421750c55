package io.github.dynamolock;

import org.jspecify.annotations.Nullable;

/**
 * Is told when an elector's leadership begins and ends.
 *
 * <p>Called one at a time and in order: for each {@link #granted} exactly one {@link #revoked} follows, before the next
 * {@code granted}. The elector's state changes first, so by the time of a call it may have gone on: whether this process leads
 * <em>now</em> is answered by {@link LeaderElector#isLeader()} alone. Calls are made under no lock, and may use the elector.
 * What they throw is logged and changes nothing. They should return soon: {@code revoked} can't be told while {@code granted} still runs.
 */
public interface LeadershipListener {

    /** This process began to lead. */
    default void granted(Term term) {}

    /**
     * This process does not lead any more, and must have stopped leading when this returns: only then does the elector free
     * the lock, where it still has it, and campaign again. After a loss another may lead already.
     *
     * @param loss how the lock was lost; null when the leadership was given up, by {@link LeaderElector#resign()} or {@link
     *     LeaderElector#close()}
     */
    default void revoked(Term term, @Nullable LockLoss loss) {}
}

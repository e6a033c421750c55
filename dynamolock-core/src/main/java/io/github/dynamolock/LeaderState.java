package io.github.dynamolock;

import org.jspecify.annotations.Nullable;

/**
 * Where an elector stands: NEW → CANDIDATE → LEADER → RESTING → CANDIDATE and so on, and STOPPED from anywhere, for good.
 *
 * <p>What comes too late, the grant of a campaign that was stopped or a second end of one leadership, changes nothing and is
 * answered by false. Not thread-safe, but for looking at the leadership.
 */
final class LeaderState {

    /** A lock that makes its holder the leader, and the term that it began. */
    record Leadership(LockHandle lock, Term term) {}

    private enum Stage {
        NEW,
        CANDIDATE,
        LEADER,
        RESTING,
        STOPPED
    }

    private Stage stage = Stage.NEW;

    private volatile @Nullable Leadership leadership;

    /** The leadership that was granted and not ended; whether its lock is still held only the lock can tell. */
    @Nullable
    Leadership leadership() {
        return leadership;
    }

    boolean isNew() {
        return stage == Stage.NEW;
    }

    /** The state of an elector that does not lead: one whose lock is over, and does not know it yet, rests. */
    LeaderElector.State apart() {
        return switch (stage) {
            case NEW -> LeaderElector.State.NEW;
            case CANDIDATE -> LeaderElector.State.CANDIDATE;
            case LEADER, RESTING -> LeaderElector.State.RESTING;
            case STOPPED -> LeaderElector.State.CLOSED;
        };
    }

    boolean isStopped() {
        return stage == Stage.STOPPED;
    }

    /** The first campaign begins. */
    boolean start() {
        return move(Stage.NEW, Stage.CANDIDATE);
    }

    /** The rest is over, and the next campaign begins. */
    boolean campaign() {
        return move(Stage.RESTING, Stage.CANDIDATE);
    }

    /** The campaign has failed. */
    boolean rest() {
        return move(Stage.CANDIDATE, Stage.RESTING);
    }

    /** The campaign is won. */
    boolean granted(Leadership won) {
        boolean leads = move(Stage.CANDIDATE, Stage.LEADER);
        if (leads) {
            leadership = won;
        }
        return leads;
    }

    /** This leadership was given up or lost. */
    boolean ended(Leadership over) {
        boolean ends = over.equals(leadership) && move(Stage.LEADER, Stage.RESTING);
        if (ends) {
            leadership = null;
        }
        return ends;
    }

    /** No campaign any more. Returns the leadership that ends by it, or null when there is none. */
    @Nullable
    Leadership stop() {
        Leadership last = leadership;
        leadership = null;
        stage = Stage.STOPPED;
        return last;
    }

    private boolean move(Stage from, Stage to) {
        boolean moves = stage == from;
        if (moves) {
            stage = to;
        }
        return moves;
    }
}

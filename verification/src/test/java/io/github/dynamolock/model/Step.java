package io.github.dynamolock.model;

import static io.github.dynamolock.model.State.KIND;
import static io.github.dynamolock.model.State.LATE_HOLD;
import static io.github.dynamolock.model.State.MAYBE;
import static io.github.dynamolock.model.State.PHASE;
import static io.github.dynamolock.model.State.RELEASE;
import static io.github.dynamolock.model.State.ROW_HOLD;
import static io.github.dynamolock.model.State.ROW_RELEASED;
import static io.github.dynamolock.model.State.WRITING;
import static io.github.dynamolock.model.State.late;

/**
 * A step of the model.
 *
 * @param who the client, or for what happens to late requests which of them
 */
record Step(Action action, int who, State from, State to) {

    boolean isOfClient() {
        return switch (action) {
            case TICK, LATE, LATE_TWICE, LOSE -> false;
            default -> true;
        };
    }

    boolean isAnswer() {
        return action == Action.ANSWER || action == Action.ANSWER_RESENT;
    }

    /** Whether it ends with a write under an id that was not used before. */
    boolean writesAnew() {
        boolean sends = action == Action.BEGIN || action == Action.RESEND || isAnswer();
        // The same write once more is marked as one that may be in the table.
        boolean again = action == Action.RESEND && to.of(who, MAYBE) == 1;
        return sends && to.of(who, PHASE) == WRITING && !again;
    }

    /** Whether the table gives the lock to someone by it. */
    boolean grants() {
        boolean changed =
                from.get(ROW_HOLD) != to.get(ROW_HOLD) || (from.get(ROW_RELEASED) == 1 && to.get(ROW_RELEASED) == 0);
        return changed && to.get(ROW_RELEASED) == 0;
    }

    /** Whether a request to free the row of this hold is under way since then. */
    boolean frees(int hold) {
        return releases(to, hold) > releases(from, hold);
    }

    private static int releases(State s, int hold) {
        int count = 0;
        for (int index = 0; index < s.lateRequests(); index++) {
            boolean release = s.get(late(index) + KIND) == RELEASE && s.get(late(index) + LATE_HOLD) == hold;
            count += release ? 1 : 0;
        }
        return count;
    }
}

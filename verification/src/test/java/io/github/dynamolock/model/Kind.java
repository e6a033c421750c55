package io.github.dynamolock.model;

import static io.github.dynamolock.model.State.ABANDONED;
import static io.github.dynamolock.model.State.ANSWER_HOLD;
import static io.github.dynamolock.model.State.ANSWER_RELEASED;
import static io.github.dynamolock.model.State.APPLIED;
import static io.github.dynamolock.model.State.CALL;
import static io.github.dynamolock.model.State.HELD;
import static io.github.dynamolock.model.State.HOLD;
import static io.github.dynamolock.model.State.IDLE;
import static io.github.dynamolock.model.State.KIND;
import static io.github.dynamolock.model.State.MAYBE;
import static io.github.dynamolock.model.State.PHASE;
import static io.github.dynamolock.model.State.RELEASE;
import static io.github.dynamolock.model.State.STAGE;
import static io.github.dynamolock.model.State.late;

/** What a step is like, whoever takes it: steps of one kind take one path through the model. */
record Kind(Action action, Doing before, String answer, Doing after, boolean also) {

    private static final String[] PHASES = {
        "idle", "writing", "waiting", "to send again", "reading", "holds", "lost", "releasing"
    };
    private static final String[] CALLS = {"", " free", " take", " renew", " release", " read"};

    /** What a client does: its phase, its call, and whether a write of it may be in the table. */
    private record Doing(int phase, int call, boolean maybe) {

        static final Doing NOTHING = new Doing(IDLE, 0, false);

        static Doing of(State s, int client) {
            return new Doing(s.of(client, PHASE), s.of(client, CALL), s.of(client, MAYBE) == 1);
        }

        @Override
        public String toString() {
            return PHASES[phase] + CALLS[call] + (maybe ? "?" : "");
        }
    }

    static Kind of(Step step) {
        State from = step.from();
        State to = step.to();
        int who = step.who();
        if (step.action() == Action.TICK) {
            return new Kind(step.action(), Doing.NOTHING, "", Doing.NOTHING, ends(from, to));
        }
        if (!step.isOfClient()) {
            return new Kind(step.action(), Doing.NOTHING, CALLS[from.get(late(who) + KIND)], Doing.NOTHING, false);
        }
        return new Kind(
                step.action(),
                Doing.of(from, who),
                step.isAnswer() ? answer(from, who) : "",
                Doing.of(to, who),
                to.lateRequests() > from.lateRequests());
    }

    private static boolean ends(State from, State to) {
        for (int client = 0; client < State.CLIENTS; client++) {
            if (from.of(client, PHASE) == HELD && to.of(client, PHASE) != HELD) {
                return true;
            }
        }
        return false;
    }

    private static String answer(State s, int who) {
        int row = s.of(who, ANSWER_HOLD);
        if (s.of(who, STAGE) == APPLIED) {
            return " applied";
        }
        if (s.of(who, CALL) == RELEASE) {
            return " refused";
        }
        if (row == 0) {
            return " no row";
        }
        if (s.of(who, ANSWER_RELEASED) == 1) {
            return " a free row";
        }
        if (row == s.of(who, HOLD)) {
            return " its own row";
        }
        return (s.of(who, ABANDONED) & (1 << (row - 1))) != 0 ? " a row it gave up" : " another's row";
    }

    @Override
    public String toString() {
        return switch (action) {
            case TICK -> action + (also ? ", a hold ends" : "");
            case LATE, LATE_TWICE, LOSE -> action + answer;
            default -> action + ": " + before + answer + " -> " + after + (also ? ", and a request travels on" : "");
        };
    }
}

package io.github.dynamolock.model;

import static io.github.dynamolock.model.State.CALL;
import static io.github.dynamolock.model.State.CLIENTS;
import static io.github.dynamolock.model.State.IDLE;
import static io.github.dynamolock.model.State.LOST;
import static io.github.dynamolock.model.State.NONE;
import static io.github.dynamolock.model.State.PHASE;
import static io.github.dynamolock.model.State.RELEASING;
import static io.github.dynamolock.model.State.RESENDING;
import static io.github.dynamolock.model.State.WAITING;

/**
 * L1 in a bounded form: from any state, when all others stop and what travels is lost, a client that goes on, with a table
 * that answers, has the lock within one wait, counted from its first look.
 */
final class Alone {

    private static final int SPARE_IDS = 7;
    private static final int MOST_CALLS = 6;

    private Alone() {}

    static void check(State state, Variant variant, Bounds bounds) {
        Bounds roomy =
                new Bounds(bounds.clients(), SPARE_IDS, bounds.renewals(), 0, true, bounds.belief(), bounds.patience());
        Protocol protocol = new Protocol(variant, roomy);
        for (int client = 0; client < bounds.clients(); client++) {
            if (!getsTheLock(protocol, quiet(state, client), client, bounds.patience())) {
                throw new Violation(Invariant.L1, state);
            }
        }
    }

    /** Nothing travels and nobody but this client does anything; its own request is lost too. */
    private static State quiet(State state, int client) {
        State quiet = state.copy();
        while (quiet.lateRequests() > 0) {
            quiet.removeLate(0);
        }
        for (int other = 0; other < CLIENTS; other++) {
            if (other != client) {
                quiet.rest(other);
                quiet.forget(other);
            }
        }
        return quiet;
    }

    private static boolean getsTheLock(Protocol protocol, State start, int client, int patience) {
        State s = start;
        if (s.travels(client)) {
            s = step(protocol, s, Action.TIMEOUT, client);
        }
        int ticks = 0;
        int calls = 0;
        boolean due = true;
        while (!s.believes(client)) {
            Action action = action(s, client, due);
            due = action == Action.TICK;
            if (action == Action.TICK && ++ticks > patience) {
                return false;
            }
            if (action == Action.DELIVER && ++calls > MOST_CALLS + patience) {
                return false;
            }
            s = step(protocol, s, action, client);
        }
        return true;
    }

    /** What it does next; it looks again at each tick. */
    private static Action action(State s, int client, boolean due) {
        int phase = s.of(client, PHASE);
        if (s.of(client, CALL) != NONE && phase != LOST) {
            return s.travels(client) ? Action.DELIVER : Action.ANSWER;
        }
        return switch (phase) {
            case IDLE -> Action.BEGIN;
            case LOST, RELEASING -> Action.LEAVE;
            case RESENDING -> Action.RESEND;
            case WAITING -> due ? Action.LOOK : Action.TICK;
            default -> throw new IllegalStateException(Described.state(s));
        };
    }

    private static State step(Protocol protocol, State from, Action wanted, int client) {
        State[] found = {null};
        protocol.successors(from, (action, who, to) -> {
            boolean byAll = action == Action.TICK;
            // Of several, the last: where it can give up or go on, it goes on.
            if (action == wanted && (byAll || who == client)) {
                found[0] = to;
            }
        });
        if (found[0] == null) {
            throw new IllegalStateException("no step " + wanted + " from " + from);
        }
        return found[0];
    }
}

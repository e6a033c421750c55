package io.github.dynamolock.model;

import static io.github.dynamolock.model.State.AGE;
import static io.github.dynamolock.model.State.ANSWER_COUNT;
import static io.github.dynamolock.model.State.ANSWER_HOLD;
import static io.github.dynamolock.model.State.ANSWER_RELEASED;
import static io.github.dynamolock.model.State.ANSWER_TOKEN;
import static io.github.dynamolock.model.State.APPLIED;
import static io.github.dynamolock.model.State.CALL;
import static io.github.dynamolock.model.State.CALL_AGE;
import static io.github.dynamolock.model.State.CALL_SEEN_COUNT;
import static io.github.dynamolock.model.State.CALL_SEEN_HOLD;
import static io.github.dynamolock.model.State.CALL_TOKEN;
import static io.github.dynamolock.model.State.CONFIRMED;
import static io.github.dynamolock.model.State.COUNT;
import static io.github.dynamolock.model.State.HELD;
import static io.github.dynamolock.model.State.HOLD;
import static io.github.dynamolock.model.State.IDLE;
import static io.github.dynamolock.model.State.KIND;
import static io.github.dynamolock.model.State.LATE_COUNT;
import static io.github.dynamolock.model.State.LATE_HOLD;
import static io.github.dynamolock.model.State.LATE_SEEN_COUNT;
import static io.github.dynamolock.model.State.LATE_SEEN_HOLD;
import static io.github.dynamolock.model.State.LATE_TOKEN;
import static io.github.dynamolock.model.State.LOST;
import static io.github.dynamolock.model.State.NONE;
import static io.github.dynamolock.model.State.PHASE;
import static io.github.dynamolock.model.State.READ;
import static io.github.dynamolock.model.State.REFUSED;
import static io.github.dynamolock.model.State.RELEASE;
import static io.github.dynamolock.model.State.RELEASING;
import static io.github.dynamolock.model.State.RENEW;
import static io.github.dynamolock.model.State.ROW_COUNT;
import static io.github.dynamolock.model.State.ROW_HOLD;
import static io.github.dynamolock.model.State.ROW_RELEASED;
import static io.github.dynamolock.model.State.SEEN_AGE;
import static io.github.dynamolock.model.State.SEEN_HOLD;
import static io.github.dynamolock.model.State.STAGE;
import static io.github.dynamolock.model.State.late;

/**
 * Every step that can be taken from a state. A client that is paused takes none; a message that is delayed is delivered
 * later; time passes whatever anyone does.
 */
final class Protocol {

    /** Takes the states that a step leads to. */
    interface Sink {
        void next(Action action, int who, State to);
    }

    private final Variant variant;
    private final Bounds bounds;
    private final Table table;
    private final Acquiring acquiring;

    Protocol(Variant variant, Bounds bounds) {
        this.variant = variant;
        this.bounds = bounds;
        this.table = new Table(variant);
        this.acquiring = new Acquiring(variant, bounds);
    }

    static State initial() {
        return new State();
    }

    void successors(State from, Sink sink) {
        tick(from, sink);
        for (int client = 0; client < bounds.clients(); client++) {
            acquire(from, client, sink);
            call(from, client, sink);
            holder(from, client, sink);
            crash(from, client, sink);
        }
        travelling(from, sink);
    }

    private void acquire(State from, int client, Sink sink) {
        acquiring.successors(from, client, (action, who, to) -> {
            if (action == Action.LOOK && !bounds.delays()) {
                deliver(to, client);
                arrived(to, client, action, sink);
            } else {
                sink.next(action, who, to);
            }
        });
    }

    private void tick(State from, Sink sink) {
        State to = from.copy();
        for (int client = 0; client < bounds.clients(); client++) {
            int phase = to.of(client, PHASE);
            if (phase != IDLE && phase != RELEASING && phase != LOST) {
                age(to, client, AGE, bounds.belief());
            }
            if (to.of(client, SEEN_HOLD) != 0) {
                age(to, client, SEEN_AGE, bounds.patience());
            }
            if (to.of(client, CALL) == RENEW) {
                age(to, client, CALL_AGE, bounds.belief());
            }
            if (phase == HELD && to.of(client, AGE) == bounds.belief()) {
                to.put(client, PHASE, LOST);
            }
        }
        sink.next(Action.TICK, 0, to);
    }

    private static void age(State s, int client, int field, int limit) {
        s.put(client, field, Math.min(limit, s.of(client, field) + 1));
    }

    /** What becomes of a call: it reaches the table, once or twice; it is answered; nobody waits for it any more. */
    private void call(State from, int client, Sink sink) {
        int kind = from.of(client, CALL);
        if (kind == NONE) {
            return;
        }
        boolean room = from.lateRequests() < bounds.late();
        if (from.travels(client)) {
            State once = from.copy();
            deliver(once, client);
            if (room && kind != READ) {
                State twice = once.copy();
                copyOfCall(from, client, twice);
                arrived(twice, client, Action.DELIVER_TWICE, sink);
            }
            arrived(once, client, Action.DELIVER, sink);
        } else if (kind == RENEW || kind == RELEASE) {
            State to = from.copy();
            answered(to, client);
            sink.next(Action.ANSWER, client, to);
        }
        State lost = from.copy();
        lost.endCall(client);
        acquiring.unanswered(lost, client);
        sink.next(Action.TIMEOUT, client, lost);
        if (room && from.travels(client) && kind != READ) {
            State late = lost.copy();
            copyOfCall(from, client, late);
            sink.next(Action.TIMEOUT_LATE, client, late);
        }
    }

    /** The table has done what was asked of it: the answer is under way, or is there at once, or is lost. */
    private void arrived(State s, int client, Action action, Sink sink) {
        if (bounds.delays()) {
            sink.next(action, client, s);
            return;
        }
        State lost = s.copy();
        lost.endCall(client);
        acquiring.unanswered(lost, client);
        sink.next(Action.DELIVER_UNANSWERED, client, lost);
        int kind = s.of(client, CALL);
        if (kind == RENEW || kind == RELEASE) {
            answered(s, client);
            sink.next(action, client, s);
        } else {
            acquiring.successors(s, client, (unused, who, to) -> sink.next(action, who, to));
        }
    }

    private void answered(State s, int client) {
        if (s.of(client, CALL) == RENEW) {
            renewed(s, client);
        } else {
            s.rest(client);
        }
    }

    private void deliver(State s, int client) {
        int kind = s.of(client, CALL);
        boolean applied = kind != READ
                && table.apply(
                        s,
                        kind,
                        s.of(client, HOLD),
                        s.of(client, COUNT),
                        s.of(client, CALL_SEEN_HOLD),
                        s.of(client, CALL_SEEN_COUNT),
                        s.of(client, CALL_TOKEN));
        s.put(client, STAGE, applied ? APPLIED : REFUSED);
        s.put(client, CALL_SEEN_HOLD, 0);
        s.put(client, CALL_SEEN_COUNT, 0);
        s.put(client, CALL_TOKEN, 0);
        s.put(client, ANSWER_TOKEN, 0);
        if (kind != RELEASE) {
            s.put(client, ANSWER_HOLD, s.get(ROW_HOLD));
            s.put(client, ANSWER_COUNT, s.get(ROW_COUNT));
            s.put(client, ANSWER_RELEASED, s.get(ROW_RELEASED));
        }
    }

    private static void copyOfCall(State from, int client, State to) {
        int kind = from.of(client, CALL);
        to.addLate(
                kind,
                from.of(client, HOLD),
                kind == RENEW ? from.of(client, COUNT) : 0,
                from.of(client, CALL_SEEN_HOLD),
                from.of(client, CALL_SEEN_COUNT),
                from.of(client, CALL_TOKEN));
    }

    /** What {@code Lease.renewed} and {@code Lease.refused} say. */
    private void renewed(State s, int client) {
        boolean applied = s.of(client, STAGE) == APPLIED;
        boolean mine = s.of(client, ANSWER_HOLD) == s.of(client, HOLD) && s.of(client, ANSWER_RELEASED) == 0;
        boolean written = applied || (mine && s.of(client, ANSWER_COUNT) == s.of(client, COUNT));
        int sent = s.of(client, CALL_AGE);
        boolean another = s.of(client, ANSWER_HOLD) != 0 && s.of(client, ANSWER_HOLD) != s.of(client, HOLD);
        s.endCall(client);
        if (s.of(client, PHASE) == LOST) {
            if (written && variant == Variant.M9) {
                throw new Violation(Invariant.S4, s);
            }
            return;
        }
        if (written) {
            s.put(client, AGE, variant == Variant.M7 ? 0 : sent);
            s.put(client, CONFIRMED, variant == Variant.M1 ? s.of(client, COUNT) : 0);
        } else if (!mine || variant == Variant.M1) {
            if (!another && variant.checks(Invariant.S6)) {
                throw new Violation(Invariant.S6, s);
            }
            lose(s, client);
        }
    }

    private void lose(State s, int client) {
        s.put(client, PHASE, LOST);
        s.put(client, AGE, bounds.belief());
    }

    private void holder(State from, int client, Sink sink) {
        int phase = from.of(client, PHASE);
        if (phase == HELD && from.of(client, CALL) == NONE && from.of(client, COUNT) < bounds.renewals()) {
            State to = from.copy();
            to.put(client, COUNT, from.of(client, COUNT) + 1);
            to.put(client, CALL, RENEW);
            to.put(client, CALL_SEEN_COUNT, from.of(client, CONFIRMED));
            sink.next(Action.RENEW, client, to);
        }
        boolean again = phase == RELEASING && from.of(client, CALL) == NONE;
        if (phase == HELD || phase == LOST || again) {
            State to = from.copy();
            release(to, client);
            sink.next(Action.RELEASE, client, to);
            if (from.travels(client) && from.lateRequests() < bounds.late()) {
                State late = from.copy();
                copyOfCall(from, client, late);
                release(late, client);
                sink.next(Action.RELEASE, client, late);
            }
        }
        if (phase == LOST || again) {
            State to = from.copy();
            to.rest(client);
            sink.next(Action.LEAVE, client, to);
        }
    }

    /** Nobody believes in the lock any more once its release is sent. */
    private static void release(State s, int client) {
        int hold = s.of(client, HOLD);
        s.rest(client);
        s.put(client, PHASE, RELEASING);
        s.put(client, HOLD, hold);
        s.put(client, CALL, RELEASE);
    }

    private void crash(State from, int client, Sink sink) {
        if (from.of(client, PHASE) == IDLE && from.of(client, SEEN_HOLD) == 0) {
            return;
        }
        State to = from.copy();
        to.rest(client);
        to.forget(client);
        sink.next(Action.CRASH, client, to);
        boolean late = from.travels(client) && from.of(client, CALL) != READ;
        if (late && from.lateRequests() < bounds.late()) {
            State with = to.copy();
            copyOfCall(from, client, with);
            sink.next(Action.CRASH_LATE, client, with);
        }
    }

    private void travelling(State from, Sink sink) {
        for (int index = 0; index < from.lateRequests(); index++) {
            int late = late(index);
            State lost = from.copy();
            lost.removeLate(index);
            sink.next(Action.LOSE, index, lost);
            State twice = from.copy();
            boolean applied = table.apply(
                    twice,
                    from.get(late + KIND),
                    from.get(late + LATE_HOLD),
                    from.get(late + LATE_COUNT),
                    from.get(late + LATE_SEEN_HOLD),
                    from.get(late + LATE_SEEN_COUNT),
                    from.get(late + LATE_TOKEN));
            if (applied) {
                sink.next(Action.LATE_TWICE, index, twice);
                State once = twice.copy();
                once.removeLate(index);
                sink.next(Action.LATE, index, once);
            }
        }
    }
}

package io.github.dynamolock.model;

import static io.github.dynamolock.model.State.ABANDONED;
import static io.github.dynamolock.model.State.AGE;
import static io.github.dynamolock.model.State.ANSWER_COUNT;
import static io.github.dynamolock.model.State.ANSWER_HOLD;
import static io.github.dynamolock.model.State.ANSWER_RELEASED;
import static io.github.dynamolock.model.State.ANSWER_TOKEN;
import static io.github.dynamolock.model.State.APPLIED;
import static io.github.dynamolock.model.State.CALL;
import static io.github.dynamolock.model.State.CALL_SEEN_COUNT;
import static io.github.dynamolock.model.State.CALL_SEEN_HOLD;
import static io.github.dynamolock.model.State.CALL_TOKEN;
import static io.github.dynamolock.model.State.FREE;
import static io.github.dynamolock.model.State.GIVEN;
import static io.github.dynamolock.model.State.HELD;
import static io.github.dynamolock.model.State.HOLD;
import static io.github.dynamolock.model.State.IDLE;
import static io.github.dynamolock.model.State.KIND;
import static io.github.dynamolock.model.State.LATE_HOLD;
import static io.github.dynamolock.model.State.MAYBE;
import static io.github.dynamolock.model.State.PHASE;
import static io.github.dynamolock.model.State.READ;
import static io.github.dynamolock.model.State.READING;
import static io.github.dynamolock.model.State.RELEASE;
import static io.github.dynamolock.model.State.RESENDING;
import static io.github.dynamolock.model.State.SEEN_AGE;
import static io.github.dynamolock.model.State.SEEN_COUNT;
import static io.github.dynamolock.model.State.SEEN_HOLD;
import static io.github.dynamolock.model.State.STAGE;
import static io.github.dynamolock.model.State.TAKE;
import static io.github.dynamolock.model.State.WAITING;
import static io.github.dynamolock.model.State.WRITING;
import static io.github.dynamolock.model.State.late;

/** A client that wants the lock: {@code Acquisition} in small. */
final class Acquiring {

    private final Variant variant;
    private final Bounds bounds;

    Acquiring(Variant variant, Bounds bounds) {
        this.variant = variant;
        this.bounds = bounds;
    }

    void successors(State from, int client, Protocol.Sink sink) {
        switch (from.of(client, PHASE)) {
            case IDLE -> begin(from, client, sink);
            case WRITING, READING -> {
                if (!from.travels(client)) {
                    answered(from, client, sink);
                }
            }
            case WAITING -> {
                look(from, client, sink);
                giveUp(from, client, Action.GIVE_UP, sink);
            }
            case RESENDING -> {
                resend(from, client, sink);
                look(from, client, sink);
                giveUp(from, client, Action.GIVE_UP, sink);
            }
            default -> {
                // Holds, or did.
            }
        }
    }

    private void begin(State from, int client, Protocol.Sink sink) {
        State to = from.copy();
        if (from.of(client, SEEN_HOLD) != 0 && from.of(client, SEEN_AGE) >= bounds.patience()) {
            write(to, client, from.of(client, SEEN_HOLD), from.of(client, SEEN_COUNT), Action.BEGIN, sink);
        } else if (variant == Variant.M3) {
            to.put(client, PHASE, WAITING);
            sink.next(Action.BEGIN, client, to);
        } else {
            write(to, client, 0, 0, Action.BEGIN, sink);
        }
    }

    /** A write under an id of its own: of a free row, or of this version. */
    private void write(State s, int client, int seenHold, int seenCount, Action action, Protocol.Sink sink) {
        if (s.of(client, MAYBE) == 1) {
            s.put(client, ABANDONED, s.of(client, ABANDONED) | (1 << (s.of(client, HOLD) - 1)));
        }
        int token = variant == Variant.M3 && seenHold == 0 ? s.of(client, ANSWER_TOKEN) : 0;
        s.endCall(client);
        s.put(client, HOLD, 0);
        s.put(client, MAYBE, 0);
        s.put(client, AGE, 0);
        s.put(client, CALL_SEEN_HOLD, seenHold);
        int id = s.unusedId(bounds.ids());
        if (id == 0) {
            return;
        }
        s.put(client, HOLD, id);
        s.put(client, PHASE, WRITING);
        s.put(client, CALL, seenHold == 0 ? FREE : TAKE);
        s.put(client, CALL_SEEN_COUNT, seenCount);
        s.put(client, CALL_TOKEN, token);
        sink.next(action, client, s);
    }

    private void resend(State from, int client, Protocol.Sink sink) {
        State to = from.copy();
        if (from.of(client, AGE) >= bounds.belief()) {
            write(to, client, 0, 0, Action.RESEND, sink);
        } else if (variant != Variant.M3) {
            to.put(client, PHASE, WRITING);
            to.put(client, CALL, FREE);
            sink.next(Action.RESEND, client, to);
        }
    }

    private static void look(State from, int client, Protocol.Sink sink) {
        State to = from.copy();
        to.put(client, PHASE, READING);
        to.put(client, CALL, READ);
        sink.next(Action.LOOK, client, to);
    }

    /** The wait is over; rows that may be held under an id that nobody has are freed, or the request to do so is lost. */
    private void giveUp(State from, int client, Action action, Protocol.Sink sink) {
        State to = from.copy();
        to.rest(client);
        sink.next(action, client, to);
        int orphans = from.of(client, ABANDONED) | (from.of(client, MAYBE) == 1 ? 1 << (from.of(client, HOLD) - 1) : 0);
        for (int id = 1; orphans != 0 && id <= bounds.ids(); id++) {
            if ((orphans & (1 << (id - 1))) != 0 && from.lateRequests() < bounds.late()) {
                State clearing = to.copy();
                clearing.addLate(RELEASE, id, 0, 0, 0, 0);
                sink.next(action, client, clearing);
            }
        }
    }

    /** The call ends without an answer. */
    void unanswered(State s, int client) {
        switch (s.of(client, PHASE)) {
            case WRITING -> {
                s.put(client, MAYBE, 1);
                s.put(client, PHASE, RESENDING);
            }
            case READING -> s.put(client, PHASE, s.of(client, MAYBE) == 1 ? RESENDING : WAITING);
            default -> {
                // A renewal changes nothing; a release can be sent again.
            }
        }
    }

    private void answered(State from, int client, Protocol.Sink sink) {
        State to = from.copy();
        boolean write = from.of(client, CALL) != READ;
        if (write && from.of(client, STAGE) == APPLIED) {
            granted(to, client, sink);
            return;
        }
        seen(to, client, sink);
        if (write && from.of(client, MAYBE) == 0 && isUnderWay(from, from.of(client, HOLD))) {
            // The SDK had sent the write before, within the call, and knows that.
            State before = from.copy();
            before.put(client, MAYBE, 1);
            seen(before, client, (unused, who, next) -> sink.next(Action.ANSWER_RESENT, who, next));
        }
    }

    private static boolean isUnderWay(State s, int hold) {
        for (int index = 0; index < s.lateRequests(); index++) {
            int kind = s.get(late(index) + KIND);
            if ((kind == FREE || kind == TAKE) && s.get(late(index) + LATE_HOLD) == hold) {
                return true;
            }
        }
        return false;
    }

    private void granted(State s, int client, Protocol.Sink sink) {
        s.forget(client);
        if (s.of(client, AGE) >= bounds.belief() && variant != Variant.M7) {
            s.put(client, MAYBE, 1);
            giveUp(s, client, Action.ANSWER, sink);
            write(s, client, s.of(client, ANSWER_HOLD), s.of(client, ANSWER_COUNT), Action.ANSWER, sink);
            return;
        }
        int token = s.of(client, ANSWER_TOKEN);
        if (token >= s.get(GIVEN) && variant.checks(Invariant.S3)) {
            throw new Violation(Invariant.S3, s);
        }
        s.set(GIVEN, token);
        int hold = s.of(client, HOLD);
        int age = variant == Variant.M7 ? 0 : s.of(client, AGE);
        s.rest(client);
        s.put(client, PHASE, HELD);
        s.put(client, HOLD, hold);
        s.put(client, AGE, age);
        sink.next(Action.ANSWER, client, s);
    }

    private void seen(State s, int client, Protocol.Sink sink) {
        int row = s.of(client, ANSWER_HOLD);
        int count = s.of(client, ANSWER_COUNT);
        if (row == 0 || s.of(client, ANSWER_RELEASED) == 1) {
            s.forget(client);
            giveUp(s, client, Action.ANSWER, sink);
            write(s, client, 0, 0, Action.ANSWER, sink);
        } else if (row == s.of(client, HOLD)) {
            granted(s, client, sink);
        } else if ((s.of(client, ABANDONED) & (1 << (row - 1))) != 0) {
            giveUp(s, client, Action.ANSWER, sink);
            write(s, client, row, count, Action.ANSWER, sink);
        } else {
            if (row != s.of(client, SEEN_HOLD) || count != s.of(client, SEEN_COUNT)) {
                s.put(client, SEEN_HOLD, row);
                s.put(client, SEEN_COUNT, count);
                s.put(client, SEEN_AGE, 0);
            }
            if (s.of(client, SEEN_AGE) >= bounds.patience()) {
                giveUp(s, client, Action.ANSWER, sink);
                write(s, client, row, count, Action.ANSWER, sink);
            } else {
                s.endCall(client);
                s.put(client, PHASE, WAITING);
                sink.next(Action.ANSWER, client, s);
            }
        }
    }
}

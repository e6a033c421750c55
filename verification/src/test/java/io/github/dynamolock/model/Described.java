package io.github.dynamolock.model;

import static io.github.dynamolock.model.State.AGE;
import static io.github.dynamolock.model.State.ANSWER_COUNT;
import static io.github.dynamolock.model.State.ANSWER_HOLD;
import static io.github.dynamolock.model.State.ANSWER_RELEASED;
import static io.github.dynamolock.model.State.APPLIED;
import static io.github.dynamolock.model.State.CALL;
import static io.github.dynamolock.model.State.CALL_SEEN_COUNT;
import static io.github.dynamolock.model.State.CALL_SEEN_HOLD;
import static io.github.dynamolock.model.State.CLIENTS;
import static io.github.dynamolock.model.State.COUNT;
import static io.github.dynamolock.model.State.FREE;
import static io.github.dynamolock.model.State.HOLD;
import static io.github.dynamolock.model.State.IDLE;
import static io.github.dynamolock.model.State.KIND;
import static io.github.dynamolock.model.State.LATE_COUNT;
import static io.github.dynamolock.model.State.LATE_HOLD;
import static io.github.dynamolock.model.State.LATE_SEEN_COUNT;
import static io.github.dynamolock.model.State.LATE_SEEN_HOLD;
import static io.github.dynamolock.model.State.NONE;
import static io.github.dynamolock.model.State.PHASE;
import static io.github.dynamolock.model.State.RELEASE;
import static io.github.dynamolock.model.State.RENEW;
import static io.github.dynamolock.model.State.ROW_COUNT;
import static io.github.dynamolock.model.State.ROW_HOLD;
import static io.github.dynamolock.model.State.ROW_RELEASED;
import static io.github.dynamolock.model.State.SEEN_AGE;
import static io.github.dynamolock.model.State.SEEN_COUNT;
import static io.github.dynamolock.model.State.SEEN_HOLD;
import static io.github.dynamolock.model.State.STAGE;
import static io.github.dynamolock.model.State.TAKE;
import static io.github.dynamolock.model.State.TRAVELS;
import static io.github.dynamolock.model.State.late;

import java.util.StringJoiner;

/** States for readers: {@code row 1:0 held | A holds 1:0 (age 2) | B waits, saw 1:0 (age 1)}. */
final class Described {

    private static final String[] PHASES = {
        "idle", "writing", "waiting", "to send again", "reading", "HOLDS", "lost", "releasing"
    };

    private Described() {}

    static String name(int client) {
        return String.valueOf((char) ('A' + client));
    }

    static String state(State s) {
        StringJoiner text = new StringJoiner(" | ");
        text.add("row " + row(s.get(ROW_HOLD), s.get(ROW_COUNT), s.get(ROW_RELEASED)));
        for (int client = 0; client < CLIENTS; client++) {
            String told = client(s, client);
            if (!told.isEmpty()) {
                text.add(name(client) + " " + told);
            }
        }
        for (int index = 0; index < s.lateRequests(); index++) {
            int late = late(index);
            text.add("late: "
                    + request(
                            s.get(late + KIND),
                            s.get(late + LATE_HOLD),
                            s.get(late + LATE_COUNT),
                            s.get(late + LATE_SEEN_HOLD),
                            s.get(late + LATE_SEEN_COUNT)));
        }
        return text.toString();
    }

    private static String row(int hold, int count, int released) {
        return hold == 0 ? "absent" : hold + ":" + count + (released == 1 ? " released" : " held");
    }

    private static String client(State s, int client) {
        int phase = s.of(client, PHASE);
        StringBuilder text = new StringBuilder();
        if (phase != IDLE) {
            text.append(PHASES[phase]).append(' ').append(s.of(client, HOLD));
            text.append(" (age ").append(s.of(client, AGE)).append(')');
        }
        if (s.of(client, SEEN_HOLD) != 0) {
            text.append(phase == IDLE ? "" : ", ")
                    .append("saw ")
                    .append(s.of(client, SEEN_HOLD))
                    .append(':')
                    .append(s.of(client, SEEN_COUNT))
                    .append(" (age ")
                    .append(s.of(client, SEEN_AGE))
                    .append(')');
        }
        if (s.of(client, CALL) != NONE) {
            text.append(", ")
                    .append(request(
                            s.of(client, CALL),
                            s.of(client, HOLD),
                            s.of(client, COUNT),
                            s.of(client, CALL_SEEN_HOLD),
                            s.of(client, CALL_SEEN_COUNT)));
            if (s.of(client, STAGE) != TRAVELS) {
                text.append(s.of(client, STAGE) == APPLIED ? " applied: " : " refused: ")
                        .append(row(
                                s.of(client, ANSWER_HOLD), s.of(client, ANSWER_COUNT), s.of(client, ANSWER_RELEASED)));
            }
        }
        return text.toString();
    }

    private static String request(int kind, int hold, int count, int seenHold, int seenCount) {
        return switch (kind) {
            case FREE -> "acquire " + hold + " if free";
            case TAKE -> "acquire " + hold + " in the place of " + seenHold + ":" + seenCount;
            case RENEW -> "renew " + hold + ":" + count;
            case RELEASE -> "release " + hold;
            default -> "read";
        };
    }
}

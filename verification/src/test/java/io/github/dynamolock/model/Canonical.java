package io.github.dynamolock.model;

import static io.github.dynamolock.model.State.ABANDONED;
import static io.github.dynamolock.model.State.AGE;
import static io.github.dynamolock.model.State.ANSWER_HOLD;
import static io.github.dynamolock.model.State.CALL_SEEN_HOLD;
import static io.github.dynamolock.model.State.CLIENTS;
import static io.github.dynamolock.model.State.FREE;
import static io.github.dynamolock.model.State.HOLD;
import static io.github.dynamolock.model.State.KIND;
import static io.github.dynamolock.model.State.LATE;
import static io.github.dynamolock.model.State.LATE_COUNT;
import static io.github.dynamolock.model.State.LATE_HOLD;
import static io.github.dynamolock.model.State.LATE_SEEN_COUNT;
import static io.github.dynamolock.model.State.LATE_SEEN_HOLD;
import static io.github.dynamolock.model.State.LATE_TOKEN;
import static io.github.dynamolock.model.State.LOST;
import static io.github.dynamolock.model.State.MAYBE;
import static io.github.dynamolock.model.State.OLD;
import static io.github.dynamolock.model.State.PHASE;
import static io.github.dynamolock.model.State.READING;
import static io.github.dynamolock.model.State.RESENDING;
import static io.github.dynamolock.model.State.ROW_HOLD;
import static io.github.dynamolock.model.State.SEEN_HOLD;
import static io.github.dynamolock.model.State.STAGE;
import static io.github.dynamolock.model.State.TAKE;
import static io.github.dynamolock.model.State.TRAVELS;
import static io.github.dynamolock.model.State.WAITING;
import static io.github.dynamolock.model.State.WRITING;
import static io.github.dynamolock.model.State.late;

import java.util.Arrays;

/**
 * One way to write all states that differ in names only, or in what can never matter again: clients are alike, so are hold
 * ids, and a request that can't be applied any more might as well be lost.
 */
final class Canonical {

    private static final int[] CLIENT_IDS = {HOLD, SEEN_HOLD, CALL_SEEN_HOLD, ANSWER_HOLD};
    private static final int[] LATE_IDS = {LATE_HOLD, LATE_SEEN_HOLD};

    private final Variant variant;
    private final long[] keys = new long[CLIENTS];
    private final int[] order = new int[CLIENTS];
    private final int[] names = new int[OLD + 1];
    private int given;

    Canonical(Variant variant) {
        this.variant = variant;
    }

    /** Takes away what can never matter again. */
    void trim(State s) {
        for (int index = s.lateRequests() - 1; index >= 0; index--) {
            if (variant != Variant.M5 && isDead(s, index)) {
                s.removeLate(index);
            }
        }
        for (int client = 0; client < CLIENTS; client++) {
            int phase = s.of(client, PHASE);
            boolean looks = phase == WAITING || phase == READING;
            int hold = s.of(client, HOLD);
            if (looks && s.of(client, MAYBE) == 0 && s.get(ROW_HOLD) != hold && !canBeGranted(s, hold)) {
                boolean answer = s.of(client, ANSWER_HOLD) != 0 && s.of(client, ANSWER_HOLD) == hold;
                s.put(client, HOLD, answer ? hold : 0);
                s.put(client, AGE, answer ? s.of(client, AGE) : 0);
            }
            boolean told = phase == LOST && s.of(client, STAGE) != TRAVELS;
            if (told && variant != Variant.M9) {
                s.endCall(client);
            }
        }
    }

    private static boolean isDead(State s, int index) {
        int base = late(index);
        int kind = s.get(base + KIND);
        int needs = kind == TAKE ? s.get(base + LATE_SEEN_HOLD) : s.get(base + LATE_HOLD);
        return kind != FREE && s.get(ROW_HOLD) != needs && !canBeGranted(s, needs);
    }

    /** Whether a request that acquires under this id is under way, or can be sent again. */
    private static boolean canBeGranted(State s, int hold) {
        for (int client = 0; client < CLIENTS; client++) {
            int phase = s.of(client, PHASE);
            boolean acquires = phase == WRITING || phase == RESENDING || s.of(client, MAYBE) == 1;
            if (acquires && s.of(client, HOLD) == hold) {
                return true;
            }
        }
        for (int index = 0; index < LATE; index++) {
            int kind = s.get(late(index) + KIND);
            if ((kind == FREE || kind == TAKE) && s.get(late(index) + LATE_HOLD) == hold) {
                return true;
            }
        }
        return false;
    }

    /** Writes the state under other names: clients in an order of their own, ids as they appear. */
    void pack(State s, long[] words) {
        orderClients(s, words);
        State renamed = s.copy();
        Arrays.fill(names, 0);
        given = 0;
        renamed.set(ROW_HOLD, name(s.get(ROW_HOLD)));
        for (int position = 0; position < CLIENTS; position++) {
            int client = order[position];
            for (int field : CLIENT_IDS) {
                renamed.put(client, field, name(s.of(client, field)));
            }
        }
        for (int position = 0; position < CLIENTS; position++) {
            renamed.put(order[position], ABANDONED, names(s.of(order[position], ABANDONED)));
        }
        int late = s.lateRequests();
        for (int index = 0; index < late; index++) {
            renamed.removeLate(0);
        }
        for (int index = 0; index < late; index++) {
            int base = late(index);
            renamed.addLate(
                    s.get(base + KIND),
                    name(s.get(base + LATE_IDS[0])),
                    s.get(base + LATE_COUNT),
                    name(s.get(base + LATE_IDS[1])),
                    s.get(base + LATE_SEEN_COUNT),
                    s.get(base + LATE_TOKEN));
        }
        renamed.pack(words);
        Arrays.sort(words, 1, words.length);
    }

    private int name(int id) {
        if (id != 0 && names[id] == 0) {
            given++;
            names[id] = given;
        }
        return id == 0 ? 0 : names[id];
    }

    private int names(int mask) {
        int renamed = 0;
        for (int id = 1; id <= OLD; id++) {
            if ((mask & (1 << (id - 1))) != 0) {
                renamed |= 1 << (name(id) - 1);
            }
        }
        return renamed;
    }

    /** By all that is not an id. */
    private void orderClients(State s, long[] words) {
        State plain = s.copy();
        for (int client = 0; client < CLIENTS; client++) {
            for (int field : CLIENT_IDS) {
                plain.put(client, field, s.of(client, field) == s.get(ROW_HOLD) ? Math.min(1, s.get(ROW_HOLD)) : 0);
            }
            plain.put(client, ABANDONED, 0);
            order[client] = client;
        }
        plain.pack(words);
        System.arraycopy(words, 1, keys, 0, CLIENTS);
        for (int at = 1; at < CLIENTS; at++) {
            for (int back = at; back > 0 && keys[order[back]] < keys[order[back - 1]]; back--) {
                int swapped = order[back];
                order[back] = order[back - 1];
                order[back - 1] = swapped;
            }
        }
    }
}

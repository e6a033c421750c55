package io.github.dynamolock.model;

import java.util.Arrays;

/**
 * The row, the clients and the network at one moment: small numbers in fields. Mutable; a step changes a copy.
 *
 * <p>Hold ids are 1 to 7, 0 is none. Tokens are told by how many newer ones there are, so that a lock which changes hands
 * for ever comes back to the same states.
 */
final class State {

    /** What a client does. */
    static final int IDLE = 0;

    static final int WRITING = 1;
    static final int WAITING = 2;
    static final int RESENDING = 3;
    static final int READING = 4;
    static final int HELD = 5;
    static final int LOST = 6;
    static final int RELEASING = 7;

    /** What a request asks for. */
    static final int NONE = 0;

    static final int FREE = 1;
    static final int TAKE = 2;
    static final int RENEW = 3;
    static final int RELEASE = 4;
    static final int READ = 5;

    /** How far a call is. */
    static final int TRAVELS = 0;

    static final int APPLIED = 1;
    static final int REFUSED = 2;

    /** The oldest that a token can be; older ones are taken for it. */
    static final int OLD = 7;

    /** The row and what no client knows. */
    static final int ROW_HOLD = 0;

    static final int ROW_COUNT = 1;
    static final int ROW_RELEASED = 2;
    /** Whether any token was granted. */
    static final int EVER = 3;
    /** The newest token that a caller was given; OLD for none. */
    static final int GIVEN = 4;

    /** A client's fields, from its base on. */
    static final int PHASE = 0;

    static final int HOLD = 1;
    /** Since the first send of the write that counts: of the acquisition, or of the latest confirmed renewal. */
    static final int AGE = 2;

    static final int COUNT = 3;
    static final int CONFIRMED = 4;
    static final int SEEN_HOLD = 5;
    static final int SEEN_COUNT = 6;
    static final int SEEN_AGE = 7;
    static final int MAYBE = 8;
    /** Ids that were given up though a row may be held under them: a bit each. */
    static final int ABANDONED = 9;

    static final int CALL = 10;
    static final int STAGE = 11;
    static final int CALL_SEEN_HOLD = 12;
    static final int CALL_SEEN_COUNT = 13;
    static final int CALL_AGE = 14;
    static final int CALL_TOKEN = 15;
    /** The row in the answer. */
    static final int ANSWER_HOLD = 16;

    static final int ANSWER_COUNT = 17;
    static final int ANSWER_RELEASED = 18;
    static final int ANSWER_TOKEN = 19;

    /** A late request's fields. */
    static final int KIND = 0;

    static final int LATE_HOLD = 1;
    static final int LATE_COUNT = 2;
    static final int LATE_SEEN_HOLD = 3;
    static final int LATE_SEEN_COUNT = 4;
    static final int LATE_TOKEN = 5;

    static final int CLIENTS = 3;
    static final int LATE = 3;
    private static final int COMMON = 5;
    private static final int PER_CLIENT = 20;
    private static final int PER_LATE = 6;
    private static final int LATE_BASE = COMMON + CLIENTS * PER_CLIENT;
    private static final int FIELDS = LATE_BASE + LATE * PER_LATE;

    private static final int[] COMMON_BITS = {3, 2, 1, 1, 3};
    private static final int[] CLIENT_BITS = {3, 3, 5, 2, 2, 3, 2, 5, 1, 7, 3, 2, 3, 2, 5, 3, 3, 2, 1, 3};
    private static final int[] LATE_BITS = {3, 3, 2, 3, 2, 3};
    static final int WORDS = 1 + CLIENTS;

    private final byte[] fields;

    State() {
        fields = new byte[FIELDS];
        set(GIVEN, OLD);
    }

    private State(byte[] fields) {
        this.fields = fields;
    }

    State copy() {
        return new State(fields.clone());
    }

    int get(int field) {
        return fields[field];
    }

    void set(int field, int value) {
        fields[field] = (byte) value;
    }

    static int client(int client) {
        return COMMON + client * PER_CLIENT;
    }

    static int late(int index) {
        return LATE_BASE + index * PER_LATE;
    }

    int of(int client, int field) {
        return fields[client(client) + field];
    }

    void put(int client, int field, int value) {
        fields[client(client) + field] = (byte) value;
    }

    boolean believes(int client) {
        return of(client, PHASE) == HELD;
    }

    boolean travels(int client) {
        return of(client, CALL) != NONE && of(client, STAGE) == TRAVELS;
    }

    /** Ends a client's call: nobody waits for it. */
    void endCall(int client) {
        int base = client(client);
        Arrays.fill(fields, base + CALL, base + PER_CLIENT, (byte) 0);
    }

    /** A client of which nothing is left but what it has seen of others. */
    void rest(int client) {
        int base = client(client);
        Arrays.fill(fields, base, base + SEEN_HOLD, (byte) 0);
        Arrays.fill(fields, base + MAYBE, base + PER_CLIENT, (byte) 0);
    }

    void forget(int client) {
        int base = client(client);
        Arrays.fill(fields, base + SEEN_HOLD, base + MAYBE, (byte) 0);
    }

    int lateRequests() {
        int count = 0;
        while (count < LATE && get(late(count) + KIND) != NONE) {
            count++;
        }
        return count;
    }

    /** Adds a copy of a client's request to those that nobody waits for. They are kept in order: there is one way to write them. */
    void addLate(int kind, int hold, int count, int seenHold, int seenCount, int token) {
        byte[] added = {(byte) kind, (byte) hold, (byte) count, (byte) seenHold, (byte) seenCount, (byte) token};
        int at = lateRequests();
        while (at > 0 && compareLate(at - 1, added) < 0) {
            System.arraycopy(fields, late(at - 1), fields, late(at), PER_LATE);
            at--;
        }
        System.arraycopy(added, 0, fields, late(at), PER_LATE);
    }

    private int compareLate(int index, byte[] other) {
        int base = late(index);
        return Arrays.compare(fields, base, base + PER_LATE, other, 0, PER_LATE);
    }

    void removeLate(int index) {
        int from = late(index + 1);
        System.arraycopy(fields, from, fields, late(index), FIELDS - from);
        Arrays.fill(fields, FIELDS - PER_LATE, FIELDS, (byte) 0);
    }

    /** There is a newer token than all so far; where requests carry tokens, it is newer than theirs too. */
    void newToken(boolean inRequests) {
        set(GIVEN, older(get(GIVEN)));
        for (int client = 0; client < CLIENTS; client++) {
            boolean mayGrant = of(client, PHASE) == WRITING || of(client, PHASE) == READING;
            boolean own = of(client, ANSWER_HOLD) != 0 && of(client, ANSWER_HOLD) == of(client, HOLD);
            if (mayGrant && (own || (inRequests && of(client, STAGE) != TRAVELS))) {
                put(client, ANSWER_TOKEN, older(of(client, ANSWER_TOKEN)));
            }
            if (inRequests && of(client, CALL) == FREE) {
                put(client, CALL_TOKEN, older(of(client, CALL_TOKEN)));
            }
        }
        for (int index = 0; inRequests && index < LATE; index++) {
            if (get(late(index) + KIND) == FREE) {
                set(late(index) + LATE_TOKEN, older(get(late(index) + LATE_TOKEN)));
            }
        }
    }

    static int older(int token) {
        return Math.min(OLD, token + 1);
    }

    /** The smallest id up to this one that nothing names, or 0. */
    int unusedId(int ids) {
        int used = 1 << get(ROW_HOLD);
        for (int client = 0; client < CLIENTS; client++) {
            used |= 1 << of(client, HOLD);
            used |= 1 << of(client, SEEN_HOLD);
            used |= 1 << of(client, CALL_SEEN_HOLD);
            used |= 1 << of(client, ANSWER_HOLD);
            used |= of(client, ABANDONED) << 1;
        }
        for (int index = 0; index < LATE; index++) {
            used |= 1 << get(late(index) + LATE_HOLD);
            used |= 1 << get(late(index) + LATE_SEEN_HOLD);
        }
        for (int id = 1; id <= ids; id++) {
            if ((used & (1 << id)) == 0) {
                return id;
            }
        }
        return 0;
    }

    /** Writes the state into so many words. */
    void pack(long[] words) {
        long word = pack(0, COMMON_BITS, 0);
        for (int index = 0; index < LATE; index++) {
            word = pack(late(index), LATE_BITS, word);
        }
        words[0] = word;
        for (int client = 0; client < CLIENTS; client++) {
            words[1 + client] = pack(client(client), CLIENT_BITS, 0);
        }
    }

    private long pack(int base, int[] bits, long word) {
        long packed = word;
        for (int field = 0; field < bits.length; field++) {
            packed = (packed << bits[field]) | fields[base + field];
        }
        return packed;
    }

    static State unpack(long[] words, int offset) {
        State state = new State(new byte[FIELDS]);
        long word = words[offset];
        for (int index = LATE - 1; index >= 0; index--) {
            word = state.unpack(late(index), LATE_BITS, word);
        }
        state.unpack(0, COMMON_BITS, word);
        for (int client = 0; client < CLIENTS; client++) {
            state.unpack(client(client), CLIENT_BITS, words[offset + 1 + client]);
        }
        return state;
    }

    private long unpack(int base, int[] bits, long word) {
        long rest = word;
        for (int field = bits.length - 1; field >= 0; field--) {
            fields[base + field] = (byte) (rest & ((1L << bits[field]) - 1));
            rest >>>= bits[field];
        }
        return rest;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof State state && Arrays.equals(fields, state.fields);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(fields);
    }

    @Override
    public String toString() {
        return Described.state(this);
    }
}

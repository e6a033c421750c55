package io.github.dynamolock.model;

import static io.github.dynamolock.model.State.ABANDONED;
import static io.github.dynamolock.model.State.AGE;
import static io.github.dynamolock.model.State.ANSWER_COUNT;
import static io.github.dynamolock.model.State.ANSWER_HOLD;
import static io.github.dynamolock.model.State.ANSWER_RELEASED;
import static io.github.dynamolock.model.State.CALL;
import static io.github.dynamolock.model.State.CALL_SEEN_COUNT;
import static io.github.dynamolock.model.State.CALL_SEEN_HOLD;
import static io.github.dynamolock.model.State.COUNT;
import static io.github.dynamolock.model.State.FREE;
import static io.github.dynamolock.model.State.HOLD;
import static io.github.dynamolock.model.State.IDLE;
import static io.github.dynamolock.model.State.MAYBE;
import static io.github.dynamolock.model.State.NONE;
import static io.github.dynamolock.model.State.OLD;
import static io.github.dynamolock.model.State.PHASE;
import static io.github.dynamolock.model.State.RELEASE;
import static io.github.dynamolock.model.State.RENEW;
import static io.github.dynamolock.model.State.SEEN_AGE;
import static io.github.dynamolock.model.State.SEEN_COUNT;
import static io.github.dynamolock.model.State.SEEN_HOLD;
import static io.github.dynamolock.model.State.TAKE;

import io.github.dynamolock.table.RecordVersion;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which hold the model means by an id at the moment, and its clients under these names. A value. */
final class Names {

    private static final ClientView.Phase[] PHASES = {
        ClientView.Phase.IDLE,
        ClientView.Phase.WRITING,
        ClientView.Phase.PAUSING,
        ClientView.Phase.PAUSING,
        ClientView.Phase.READING,
        ClientView.Phase.HELD,
        ClientView.Phase.LOST,
        ClientView.Phase.RELEASING
    };

    private final String[] byId;

    private Names(String[] byId) {
        this.byId = byId;
    }

    static Names none() {
        String[] none = new String[OLD + 1];
        Arrays.fill(none, "");
        return new Names(none);
    }

    Names with(int id, String name) {
        String[] more = byId.clone();
        more[id] = name;
        return new Names(more);
    }

    String of(int id) {
        return byId[id];
    }

    ClientView view(State s, int client) {
        int phase = s.of(client, PHASE);
        Set<String> orphans = new TreeSet<>();
        for (int id = 1; id <= OLD; id++) {
            boolean may = s.of(client, MAYBE) == 1 && s.of(client, HOLD) == id;
            if (may || (s.of(client, ABANDONED) & (1 << (id - 1))) != 0) {
                orphans.add(byId[id]);
            }
        }
        return new ClientView(
                PHASES[phase],
                phase == IDLE ? "" : byId[s.of(client, HOLD)],
                phase == State.HELD ? s.of(client, AGE) : 0,
                request(s, client),
                version(s.of(client, SEEN_HOLD), s.of(client, SEEN_COUNT)),
                s.of(client, SEEN_AGE),
                orphans);
    }

    private String request(State s, int client) {
        int kind = s.of(client, CALL);
        if (kind == NONE || !s.travels(client)) {
            return kind == NONE ? "" : ClientView.DELIVERED;
        }
        String hold = byId[s.of(client, HOLD)];
        return switch (kind) {
            case FREE -> "acquire " + hold + " if free";
            case TAKE ->
                "acquire " + hold + " in the place of "
                        + version(s.of(client, CALL_SEEN_HOLD), s.of(client, CALL_SEEN_COUNT));
            case RENEW -> "renew " + RecordVersion.of(hold, s.of(client, COUNT));
            case RELEASE -> "release " + hold;
            default -> "read";
        };
    }

    /** The row that is under way to a client. */
    @Nullable
    AnsweredRow answer(State s, int client, long token) {
        int hold = s.of(client, ANSWER_HOLD);
        return hold == 0
                ? null
                : new AnsweredRow(version(hold, s.of(client, ANSWER_COUNT)), s.of(client, ANSWER_RELEASED) == 1, token);
    }

    private String version(int hold, int count) {
        return hold == 0 ? "" : RecordVersion.of(byId[hold], count);
    }
}

package io.github.dynamolock.verification.differential;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A difference that is known, with the reason why ours is right.
 *
 * @param name what the peer does
 * @param reason where DynamoDB's documentation decides, and its words; or why it leaves this open
 * @param correction the peer's answer as it would be without this
 * @param silent whether the peer has done something else though it answers the same
 * @param parts whether the items may differ from here on, so that nothing more compares
 */
record Listed(String name, String reason, Correction correction, Silent silent, boolean parts) {

    Listed(String name, String reason, Correction correction) {
        this(name, reason, correction, (call, ours) -> false, false);
    }

    /** Whether the peer does something else though it answers the same. */
    interface Silent {
        boolean follows(Call call, Answer ours);
    }

    /** A difference that only later answers show, so that nothing after the request compares. */
    static Listed silent(String name, String reason, Silent silent) {
        return new Listed(name, reason, (call, ours, theirs) -> null, silent, true);
    }

    /** What a peer's answer would be without one fault. */
    interface Correction {
        /** The corrected answer, or null where the fault does not show. */
        @Nullable
        Answer apply(Call call, Answer ours, Answer theirs);
    }

    /** Whether a difference is this one, as a whole. */
    interface Test {
        boolean explains(Call call, Answer ours, Answer theirs);
    }

    /** A difference that explains all that is different. */
    static Listed whole(String name, String reason, Test test) {
        return new Listed(
                name,
                reason,
                (call, ours, theirs) -> test.explains(call, ours, theirs) ? ours : null,
                (call, ours) -> false,
                true);
    }

    /** A member that the peer answers and ours does not. */
    static Listed extra(String name, String reason, String member, Test test) {
        return new Listed(name, reason, (call, ours, theirs) -> {
            if (!theirs.body().has(member) || !test.explains(call, ours, theirs)) {
                return null;
            }
            ObjectNode body = theirs.body().deepCopy();
            body.remove(member);
            return theirs.withBody(body);
        });
    }
}

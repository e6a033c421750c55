package io.github.dynamolock.spring;

import io.github.dynamolock.LockClient;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The locks under which a call runs, and the call around it.
 *
 * @param call the call
 * @param holds its locks, in the order of their keys
 * @param outer the annotated call in which it runs, or null
 */
record CallScope(
        LockedCall call, List<KeyHold> holds, @Nullable CallScope outer) {

    /** The lock of this key that this call, or one around it, holds; joined, or null. */
    @Nullable
    KeyHold join(LockClient client, AttributeValue key) {
        for (CallScope scope = this; scope != null; scope = scope.outer) {
            for (KeyHold hold : scope.holds) {
                if (hold.isOf(client, key)) {
                    return hold.join() ? hold : null;
                }
            }
        }
        return null;
    }

    /**
     * The thread of this call goes on to other work: what comes there next must not join locks that others, which joined
     * this call, still have.
     */
    void detach() {
        for (KeyHold hold : holds) {
            if (outer == null || !outer.has(hold)) {
                hold.handle().detach();
            }
        }
    }

    private boolean has(KeyHold hold) {
        return holds.contains(hold) || (outer != null && outer.has(hold));
    }

    /** A lock of this call that is not held any more, or null. */
    @Nullable
    KeyHold firstLost() {
        for (KeyHold hold : holds) {
            if (!hold.handle().isHeld()) {
                return hold;
            }
        }
        return null;
    }
}

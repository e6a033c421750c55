package io.github.dynamolock.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** H1: nobody is granted a lock before the shortest hold of one that was released is over. */
final class MinHoldChecks {

    private final Rows table;
    private final BiConsumer<Invariant, String> violated;
    private final Map<String, List<Grant>> grants = new HashMap<>();

    /** A grant, and for how long no other may follow it; 0 until it was released and that is promised. */
    private static final class Grant {
        final Held held;
        final long worldAt;

        /** When its shortest hold began. */
        long keptFrom;

        long steadyAt;
        long promisedNanos;

        Grant(Held held) {
            this.held = held;
            this.worldAt = held.grantedAt;
            this.keptFrom = held.grantedAt;
            this.steadyAt = held.grantedSteady;
        }
    }

    private long kept;

    MinHoldChecks(Rows table, BiConsumer<Invariant, String> violated) {
        this.table = table;
        this.violated = violated;
    }

    /** How many were released before their shortest hold was over. */
    long kept() {
        return kept;
    }

    void granted(Held held) {
        List<Grant> ofKey = grants.computeIfAbsent(held.key, key -> new ArrayList<>());
        Grant grant = new Grant(held);
        for (Grant other : ofKey) {
            check(other, grant);
        }
        ofKey.add(grant);
    }

    /** Its shortest hold begins anew. */
    void limited(Held held, long now) {
        for (Grant grant : grants.getOrDefault(held.key, List.of())) {
            if (grant.held == held) {
                grant.keptFrom = now;
                grant.steadyAt = held.holder.steadyNanos();
            }
        }
    }

    /** Its release was answered: from now on it is known that nobody else may have been, or be, granted the lock in that time. */
    void promised(Held held, long nanos) {
        for (Grant grant : grants.getOrDefault(held.key, List.of())) {
            if (grant.held == held && grant.promisedNanos == 0) {
                grant.promisedNanos = nanos;
                kept += held.holder.steadyNanos() - grant.steadyAt < nanos ? 1 : 0;
                for (Grant later : grants.getOrDefault(held.key, List.of())) {
                    check(grant, later);
                }
            }
        }
    }

    private void check(Grant former, Grant later) {
        if (former.promisedNanos == 0 || later == former || later.held.token <= former.held.token) {
            return;
        }
        // The holder's clock has run on since; what it showed when the other was granted is what counts.
        double rate = former.held.rate;
        double between = (later.worldAt - former.keptFrom) * rate;
        boolean displaced = former.held.displaced
                || table.isDisplaced(former.held.holdId)
                || table.isDeletedByHandAfter(former.held.key, 0);
        if (between < former.promisedNanos && !displaced) {
            violated.accept(
                    Invariant.H1,
                    later.held.described() + " came within the shortest hold of " + former.held.described());
        }
    }
}

package io.github.dynamolock.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Visits every state that can be reached, nearest first, so that the first fault found is one with the fewest steps. */
final class Search {

    /**
     * What was found.
     *
     * @param states states met
     * @param transitions steps taken
     * @param depth steps to the farthest state
     * @param complete whether nothing is left to visit
     * @param broken the invariant that is broken, or null
     * @param trace the way there, a line for each step
     */
    record Result(
            long states,
            long transitions,
            int depth,
            boolean complete,
            @Nullable Invariant broken,
            List<String> trace) {}

    private final Variant variant;
    private final Bounds bounds;
    private final Protocol protocol;
    private final Canonical canonical;
    private final boolean liveness;
    private final boolean traced;
    private final int limit;
    private final Visited visited = new Visited();
    private final List<Level> levels = new ArrayList<>();
    private final long[] words = new long[State.WORDS];
    private long transitions;

    private Search(Variant variant, Bounds bounds, int limit, boolean liveness, boolean traced) {
        this.variant = variant;
        this.bounds = bounds;
        this.protocol = new Protocol(variant, bounds);
        this.canonical = new Canonical(variant);
        this.limit = limit;
        this.liveness = liveness;
        this.traced = traced;
    }

    /**
     * Searches.
     *
     * @param limit states after which it stops, incomplete
     * @param liveness whether to ask of each state that a client alone gets the lock
     */
    static Result run(Variant variant, Bounds bounds, int limit, boolean liveness) {
        Search search = new Search(variant, bounds, limit, liveness, false);
        Result result = search.visit();
        return result.broken() == null ? result : new Search(variant, bounds, limit, liveness, true).visit();
    }

    private Result visit() {
        Level level = new Level();
        Protocol.initial().pack(words);
        visited.add(words);
        level.add(words, 0);
        int depth = 0;
        while (level.size() > 0) {
            levels.add(level);
            Level next = new Level();
            for (int index = 0; index < level.size(); index++) {
                if (visited.size() >= limit) {
                    return new Result(visited.size(), transitions, depth, false, null, List.of());
                }
                State from = level.get(index);
                try {
                    expand(from, index, next);
                } catch (Violation violation) {
                    List<String> trace = traced ? trace(depth, index, violation) : List.of();
                    return new Result(visited.size(), transitions, depth, false, violation.invariant(), trace);
                }
            }
            if (!traced) {
                levels.clear();
            }
            level = next;
            depth++;
        }
        return new Result(visited.size(), transitions, depth - 1, true, null, List.of());
    }

    private void expand(State from, int index, Level next) {
        protocol.successors(from, (action, who, to) -> {
            transitions++;
            canonical.trim(to);
            canonical.pack(to, words);
            if (visited.add(words)) {
                check(to);
                to.pack(words);
                next.add(words, index);
            }
        });
    }

    private void check(State state) {
        if (variant.checks(Invariant.S1)) {
            int believers = 0;
            for (int client = 0; client < bounds.clients(); client++) {
                believers += state.believes(client) ? 1 : 0;
            }
            if (believers > 1) {
                throw new Violation(Invariant.S1, state);
            }
        }
        if (liveness) {
            Alone.check(state, variant, bounds);
        }
    }

    private List<String> trace(int depth, int index, Violation violation) {
        List<State> way = new ArrayList<>();
        int at = index;
        for (int step = depth; step >= 0; step--) {
            way.add(levels.get(step).get(at));
            at = levels.get(step).origin(at);
        }
        Collections.reverse(way);
        List<String> lines = new ArrayList<>();
        for (int step = 1; step < way.size(); step++) {
            lines.add(line(step, way.get(step - 1), way.get(step)));
        }
        lines.add(line(way.size(), way.get(way.size() - 1), violation.state()));
        lines.add(violation.invariant().broken());
        return lines;
    }

    private String line(int step, State from, State to) {
        String[] what = {"the step that breaks it"};
        try {
            protocol.successors(from, (action, who, next) -> {
                canonical.trim(next);
                if (next.equals(to)) {
                    what[0] = told(action, who);
                }
            });
        } catch (Violation e) {
            what[0] = "the next step breaks it";
        }
        return String.format("%2d. %-66s %s", step, what[0], to);
    }

    private static String told(Action action, int who) {
        return switch (action) {
            case TICK, LATE, LATE_TWICE, LOSE -> action.what();
            default -> Described.name(who) + " " + action.what();
        };
    }
}

package io.github.dynamolock.simulation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** S9: closing tries each hold, ends within its limit, and frees all when it says so. */
final class CloseCheck {

    private static final long LIMIT_NANOS = 10_500_000_000L;

    private final Simulation simulation;
    private final Instance process;
    private final List<Held> held;
    private final long began;

    CloseCheck(Simulation simulation, User user) {
        this.simulation = simulation;
        this.process = user.process;
        this.held = user.held().stream()
                .filter(each -> each.isBelieved() && !each.releasing)
                .toList();
        this.began = simulation.world.now();
    }

    void begin() {
        for (Held each : held) {
            each.releasing = true;
        }
        var unused = process.close().whenComplete((nothing, failure) -> ended(failure));
        long limit = (long) (LIMIT_NANOS / process.machine.rate()) + 1;
        simulation.world.after(limit, () -> {
            if (!process.isClosed() && ranFreely() && !process.isDead()) {
                simulation.violated(
                        Invariant.S9, "closing process " + process.number() + " took longer than its limit");
            }
        });
    }

    private boolean ranFreely() {
        return process.runsFreelyFrom() <= began;
    }

    private void ended(@Nullable Throwable failure) {
        if (process.isDead() || simulation.world.isOver()) {
            return;
        }
        String how = failure == null ? "" : " with " + failure;
        simulation.trace(process, failure == null ? 17 : 18, () -> "is closed" + how);
        for (Held each : held) {
            String problem = problem(each, failure);
            if (problem != null) {
                simulation.violated(
                        Invariant.S9, "process " + process.number() + " was closed, but " + each.described() + problem);
            }
        }
    }

    private @Nullable String problem(Held each, @Nullable Throwable failure) {
        if (each.displaced || simulation.rows.isEnded(each.holdId) || each.minHoldNanos > 0) {
            return null;
        }
        boolean hasRow = RowImage.isHeld(simulation.rows.image(each.key), each.holdId);
        boolean mustBeFree = failure == null && !simulation.plan.settings().staleReads();
        return problem(each.releaseSent || !ranFreely(), mustBeFree, hasRow);
    }

    /** What is wrong with a hold whose client is closed; null when nothing is. */
    static @Nullable String problem(boolean tried, boolean mustBeFree, boolean hasRow) {
        if (!tried) {
            return " was not even tried to be released";
        }
        return mustBeFree && hasRow ? " still has its row" : null;
    }
}

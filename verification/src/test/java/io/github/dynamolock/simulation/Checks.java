package io.github.dynamolock.simulation;

import java.util.function.BiConsumer;

/** All invariants, each in the place that knows what it needs. */
final class Checks {

    final HoldChecks holds;
    final RowChecks rows;
    final MinHoldChecks minHolds;

    Checks(Rows table, BiConsumer<Invariant, String> violated) {
        this.holds = new HoldChecks(table, violated);
        this.rows = new RowChecks(table, holds, violated);
        this.minHolds = new MinHoldChecks(table, violated);
    }
}

package io.github.dynamolock.mutants;

import java.util.List;
import java.util.Set;

/** A mistake, what it must break, and within how many seeds. */
@SuppressWarnings("ImmutableEnumChecker") // what each is made of is a copy that nobody changes
enum Mutant {
    M1_RENEW_ON_LAST_ACKNOWLEDGED(
            100,
            Set.of("S6"),
            new Edit(
                    "table/Conditions",
                    "\" BETWEEN \" + e.text(RecordVersion.of(holdId, 0)) + \" AND \"\n                + e.text(",
                    "\" = \"\n                + e.text("),
            new Edit(
                    "Lease",
                    "if (current.loss != null || (row != null && row.isHeldBy(holdId))) {",
                    "if (current.loss != null) {")),
    M2_RENEW_ON_HOLD_ONLY(
            1_000,
            Set.of("S1"),
            new Edit(
                    "table/Conditions",
                    "return e.name(layout.version()) + \" BETWEEN \" + e.text(RecordVersion.of(holdId, 0)) + \" AND \"\n"
                            + "                + e.text(RecordVersion.of(holdId, counter - 1)) + notReleased(e);",
                    "return held(e, holdId);")),
    M3_TOKEN_FROM_THE_CLIENT(
            1_000,
            Set.of("S2"),
            new Edit(
                    "table/LockRows",
                    "token + \" = if_not_exists(\" + token + \", \" + e.value(AttributeValue.fromN(Long.toString(seed))) + \") + \"",
                    "token + \" = \" + e.value(AttributeValue.fromN(Long.toString(seed))) + \" + \"")),
    M4_DELETE_ON_RELEASE_WITH_A_COUNTER(
            10,
            Set.of("S2", "S3"),
            new Edit(
                    "table/LockRows",
                    "@Nullable Long expiresAt) {\n        if (layout.released() == null) {",
                    "@Nullable Long expiresAt) {\n        if (expiresAt == null || expiresAt != 0) {"),
            new Edit(
                    "table/LockRows",
                    "e.value(AttributeValue.fromN(Long.toString(seed)))",
                    "e.value(AttributeValue.fromN(\"0\"))")),
    M5_RELEASE_WITHOUT_CONDITION(
            10,
            Set.of("S1", "S8"),
            new Edit(
                    "table/LockRows",
                    "String condition = conditions.held(e, holdId);\n        String update = \"SET \" + assign(e, layout.released()",
                    "String condition = \"attribute_exists(\" + e.name(keys.partitionKey()) + \")\";\n"
                            + "        String update = \"SET \" + assign(e, layout.released()")),
    M6_NO_MARGIN(
            50_000,
            Set.of("S1", "S15"),
            new Edit(
                    "Lease",
                    "return duration.toNanos() - duration.toNanos() / MARGIN_DIVISOR;",
                    "return duration.toNanos();"),
            new Edit(
                    "Observation",
                    "return lease.toNanos() + lease.toNanos() / MARGIN_DIVISOR;",
                    "return lease.toNanos();")),
    M7_DEADLINE_FROM_THE_ANSWER(
            10_000,
            Set.of("S1"),
            new Edit(
                    "Acquisition",
                    "raise(row, now) : new Step.Granted(holdId, row, firstSent);",
                    "raise(row, now) : new Step.Granted(holdId, row, now);")),
    M8_WAITER_COUNTS_FROM_THE_QUESTION(
            10_000,
            Set.of("S1", "S15"),
            new Edit(
                    "Acquisition",
                    "observations.see(key, row, version, now)",
                    "observations.see(key, row, version, firstSent)")),
    M9_LATE_RENEWAL_REVIVES(
            10_000,
            Set.of("S4"),
            new Edit(
                    "Lease",
                    "if (current.loss != null || renewal.counter < confirmedCounter) {",
                    "if (renewal.counter < confirmedCounter) {")),
    M10_DROPPED_BEFORE_ITS_RELEASE(
            10_000,
            Set.of("S7", "S8"),
            new Edit(
                    "Releasing",
                    "            loseAtTheEndOfTheLease();\n            throw e;",
                    "            hold.released();\n            throw e;")),
    M11_CLOSE_STOPS_AT_THE_FIRST_FAILURE(
            10_000,
            Set.of("S9"),
            new Edit(
                    "Closing",
                    "if (failed != null && mayPass(failure)) {",
                    "if (failed != null) {\n rows.forEach(Row::endUnfinished);\n } else if (failed != null && mayPass(failure)) {")),
    M12_WAITER_BY_THE_WALL_CLOCK(
            10_000,
            Set.of("S1", "S15"),
            new Edit(
                    "Observation",
                    "return now.monotonicSince(firstSeen) >= patienceNanos();",
                    "return now.since(firstSeen) >= patienceNanos();")),
    M13_STEAL_WITHOUT_THE_COUNTER(
            10_000,
            Set.of("S1", "S15"),
            new Edit(
                    "table/Conditions",
                    "return e.name(layout.version()) + \" = \" + e.text(version);",
                    "return \"begins_with(\" + e.name(layout.version()) + \", \" + e.text(version.split(\":\")[0]) + \")\";")),
    M14_EXPIRY_STAYS_ON_A_HELD_ROW(
            10_000,
            Set.of("S10"),
            new Edit(
                    "table/LockRows",
                    "new StringBuilder(\" REMOVE \").append(e.name(RowLayout.EXPIRES_AT));",
                    "new StringBuilder(\" REMOVE \").append(e.name(\"unused\"));")),
    M15_REFUSED_IS_LOST(
            10_000,
            Set.of("S6"),
            new Edit(
                    "Renewals",
                    "if (result instanceof WriteResult.Applied || isWrittenBy(sending, row)) {",
                    "if (result instanceof WriteResult.Applied) {"),
            new Edit(
                    "Lease",
                    "if (current.loss != null || (row != null && row.isHeldBy(holdId))) {",
                    "if (current.loss != null) {"));

    /** For a quick look: {@code -Ddynamolock.mutants.most=500}. */
    private static final long MOST = Long.getLong("dynamolock.mutants.most", Long.MAX_VALUE);

    private final long seeds;
    private final Set<String> breaks;
    private final List<Edit> edits;

    Mutant(long seeds, Set<String> breaks, Edit... edits) {
        this.seeds = seeds;
        this.breaks = breaks;
        this.edits = List.of(edits);
    }

    /** Searches; what was found, in words that begin with "found", or that nothing was. */
    String search() throws Exception {
        try (Mutation mutation = Mutation.of(edits)) {
            return (String) mutation.loadClass("io.github.dynamolock.simulation.Sought")
                    .getMethod("violation", Set.class, long.class, boolean.class)
                    .invoke(null, breaks, Math.min(seeds, MOST), this == M6_NO_MARGIN);
        }
    }
}

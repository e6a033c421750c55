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
                    "\" BETWEEN \" + e.text(RecordVersion.of(renew.holdId(), 0)) + \" AND \"",
                    "\" = \""),
            new Edit("table/Conditions", "renew.counter() - 1", "renew.acknowledged()"),
            new Edit("table/Renew", "long counter, Duration lease", "long acknowledged, long counter, Duration lease"),
            new Edit(
                    "Lease",
                    "new Renew(holdId, token, counter, written)",
                    "new Renew(holdId, token, confirmedCounter, counter, written)"),
            new Edit("Lease", "if (current.loss != null || isHolderOf(row)) {", "if (current.loss != null) {")),
    M2_RENEW_ON_HOLD_ONLY(1_000, Set.of("S1"), new Edit("table/Conditions", "renew.counter() - 1", "9_999_999_999L")),
    M3_TOKEN_FROM_THE_CLIENT(
            1_000,
            Set.of("S2"),
            new Edit(
                    "table/Updates",
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
                    "table/Updates",
                    "e.value(AttributeValue.fromN(Long.toString(seed)))",
                    "e.value(AttributeValue.fromN(\"0\"))")),
    M5_RELEASE_WITHOUT_CONDITION(
            10,
            Set.of("S1", "S8"),
            new Edit(
                    "table/LockRows",
                    "conditions.held(e, holdId);\n        return update(key, e, condition, updates.release(",
                    "\"attribute_exists(\" + e.name(keys.partitionKey()) + \")\";\n"
                            + "        return update(key, e, condition, updates.release(")),
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
            Set.of("S8"),
            new Edit(
                    "Releasing",
                    "LockLoss.Reason lost = end(ending);\n            if (lost != null) {\n                hold.state()",
                    "hold.released();\n            LockLoss.Reason lost = end(ending);\n            if (lost != null) {\n                hold.state()"),
            new Edit(
                    "Releasing",
                    "                    current = null;",
                    "                    current = CompletableFuture.completedFuture(ReleaseResult.RELEASED);")),
    M11_CLOSE_STOPS_AT_THE_FIRST_FAILURE(
            10_000,
            Set.of("S9"),
            new Edit(
                    "Closing",
                    "        rows.forEach(Row::start);",
                    "        rows.stream().findFirst().ifPresent(Row::start);"),
            new Edit(
                    "Closing",
                    "if (failed != null && mayPass(failure)) {",
                    "if (failed != null) {\n rows.forEach(Row::endUnfinished);\n } else if (failed != null && mayPass(failure)) {"),
            new Edit(
                    "Closing",
                    "                } else {\n                    ended.complete(null);",
                    "                } else {\n rows.stream().skip(rows.indexOf(this) + 1L).findFirst().ifPresent(Row::start);\n"
                            + "                    ended.complete(null);")),
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
            Set.of("S6"),
            new Edit(
                    "table/Updates",
                    "new StringBuilder(\" REMOVE \").append(e.name(RowLayout.EXPIRES_AT));",
                    "new StringBuilder(\" REMOVE \").append(e.name(\"unused\"));")),
    M15_REFUSED_IS_LOST(
            10_000,
            Set.of("S6"),
            new Edit(
                    "Renewals",
                    "if (result instanceof WriteResult.Applied || isWrittenBy(sending, row)) {",
                    "if (result instanceof WriteResult.Applied) {"),
            new Edit("Lease", "if (current.loss != null || isHolderOf(row)) {", "if (current.loss != null) {"));

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

    /** The kind of schedule in which it shows, when others hide it. */
    private String schedules() {
        return switch (this) {
            case M2_RENEW_ON_HOLD_ONLY -> "LATE";
            case M6_NO_MARGIN -> "STEADY";
            default -> "ANY";
        };
    }

    /** Searches; what was found, in words that begin with "found", or that nothing was. */
    String search() throws Exception {
        try (Mutation mutation = Mutation.of(edits)) {
            return (String) mutation.loadClass("io.github.dynamolock.simulation.Sought")
                    .getMethod("violation", Set.class, long.class, String.class)
                    .invoke(null, breaks, Math.min(seeds, MOST), schedules());
        }
    }
}

package io.github.dynamolock.mutants;

import java.util.List;

/** A mistake in what an acquisition or a lease decides, which a trace beside the model must show. */
@SuppressWarnings("ImmutableEnumChecker") // what each is made of is a copy that nobody changes
enum BrokenClient {
    TAKES_WITHOUT_WAITING(new Edit("Acquisition", "return seen.isExpired(now) ? take", "return seen != null ? take")),
    TAKES_A_VERSION_THAT_HAS_NOT_STOOD(new Edit(
            "Observations", "if (known == null || !known.version().equals(version)) {", "if (known == null) {")),
    BEGINS_WITH_A_TAKEOVER(
            new Edit("Acquisition", ".filter(seen -> seen.isExpired(now))", ".filter(seen -> seen.lease() != null)")),
    WAITS_HALF_A_LEASE(new Edit(
            "Observation",
            "return lease.toNanos() + lease.toNanos() / MARGIN_DIVISOR;",
            "return lease.toNanos() / 2;")),
    COUNTS_FROM_THE_QUESTION(new Edit(
            "Acquisition",
            "observations.see(key, row, version, now)",
            "observations.see(key, row, version, firstSent)")),
    REMEMBERS_A_ROW_IT_WON(new Edit(
            "Acquisition",
            "        observations.forget(key);\n        if (row.corruption() != null) {",
            "        if (row.corruption() != null) {")),
    TAKES_WHAT_IS_FREE_BY_VERSION(
            new Edit("Acquisition", "return take(row, null, now);", "return take(row, row.version(), now);")),
    TAKES_WITHOUT_THE_VERSION(new Edit(
            "Acquisition",
            "return seen.isExpired(now) ? take(row, version",
            "return seen.isExpired(now) ? take(row, null")),
    UNKNOWN_IS_REFUSED(new Edit("Acquisition", "mayBeApplied |= write;", "mayBeApplied |= false;")),
    WHAT_THE_SDK_SENT_BEFORE_IS_FORGOTTEN(new Edit("Acquisition", "mayBeApplied |= refused.sentBefore();", "")),
    GRANTS_WITH_THE_TIME_OF_THE_ANSWER(new Edit(
            "Acquisition",
            "raise(row, now) : new Step.Granted(holdId, row, firstSent);",
            "raise(row, now) : new Step.Granted(holdId, row, now);")),
    GRANTS_WHAT_IS_OVER(new Edit(
            "Acquisition",
            "if (!Lease.isOver(firstSent, settings.lease(), now)) {",
            "if (!Lease.isOver(firstSent, settings.lease().multipliedBy(9), now)) {")),
    SENDS_AGAIN_WHAT_IS_OVER(new Edit(
            "Acquisition",
            "if (Lease.isOver(firstSent, settings.lease(), now)) {\n            return write(null, now);",
            "if (Lease.isOver(firstSent, settings.lease(), firstSent)) {\n            return write(null, now);")),
    COUNTS_FROM_THE_SECOND_SEND(new Edit(
            "Acquisition",
            "        resend = false;\n        return raised == null",
            "        resend = false;\n        firstSent = now;\n        return raised == null")),
    DOES_NOT_KNOW_ITS_OWN_ROW(new Edit("Acquisition", "if (row.isHeldBy(holdId)) {", "if (row.isHeldBy(\"none\")) {")),
    WRITES_UNDER_AN_OLD_ID(new Edit("Acquisition", "            holdId = ids.get();\n", "")),
    FORGETS_WHAT_IT_GAVE_UP(new Edit("Acquisition", "abandoned.add(holdId);", "abandoned.clear();")),
    FORGETS_WHAT_MAY_BE_THERE(new Edit(
            "Acquisition",
            "if (mayBeApplied) {\n            orphans.add",
            "if (rounds > 99) {\n            orphans.add")),
    FREES_WHAT_IT_DID_NOT_WRITE(new Edit(
            "Acquisition", "if (mayBeApplied) {\n            orphans.add", "if (sent) {\n            orphans.add")),
    LEAVES_A_LATE_GRANT(new Edit(
            "Acquisition", "        mayBeApplied = true;\n        if (isOver(now)) {", "        if (isOver(now)) {")),
    LOOKS_AT_NOTHING_AGAIN(
            new Edit("Acquisition", "return resend ? writeAgain(now) : new Step.Read();", "return writeAgain(now);")),
    A_LATE_RENEWAL_REVIVES(new Edit(
            "Lease",
            "if (current.loss != null || renewal.counter < confirmedCounter) {",
            "if (renewal.counter < confirmedCounter) {")),
    A_RENEWAL_COUNTS_FROM_ITS_ANSWER(new Edit(
            "Lease",
            "renewal.sent,\n                        renewal.written",
            "now,\n                        renewal.written")),
    RENEWALS_HAVE_ONE_COUNT(
            new Edit("Lease", "holdId, token, counter + 1, confirmedCounter,", "holdId, token, 1, confirmedCounter,")),
    BELIEVES_FOR_TWO_LEASES(new Edit(
            "Lease",
            "return duration.toNanos() - duration.toNanos() / MARGIN_DIVISOR;",
            "return 2 * duration.toNanos();"));

    private final List<Edit> edits;

    BrokenClient(Edit... edits) {
        this.edits = List.of(edits);
    }

    /** Goes so many traces; what was found, in words that begin with "found", or that nothing was. */
    String difference(int traces) throws Exception {
        try (Mutation mutation = Mutation.of(edits)) {
            return (String) mutation.loadClass("io.github.dynamolock.ModelTraces")
                    .getMethod("difference", int.class)
                    .invoke(null, traces);
        }
    }
}

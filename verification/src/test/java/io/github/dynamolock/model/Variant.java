package io.github.dynamolock.model;

import org.jspecify.annotations.Nullable;

/** The protocol as it is, and mistakes that one could make in it; each breaks what it says. */
enum Variant {
    OURS(null, "as it is"),
    M1(Invariant.S6, "a renewal asks for the last version that was acknowledged"),
    M2(Invariant.S1, "a renewal asks for the hold only, so that an old one brings an old version back"),
    M3(Invariant.S2, "an acquisition writes the token it computed from its last look"),
    M4(Invariant.S2, "a release deletes the row, and tokens are a counter in it"),
    M5(Invariant.S1, "a release has no condition"),
    M6(Invariant.S1, "the holder and the waiter count the same lease, without a margin"),
    M7(Invariant.S1, "the holder counts from the answer"),
    M9(Invariant.S4, "a late answer to a renewal revives a hold that is over"),
    M13(Invariant.S1, "a takeover asks for the hold only, not for the version that stood");

    private final @Nullable Invariant breaks;
    private final String what;

    Variant(@Nullable Invariant breaks, String what) {
        this.breaks = breaks;
        this.what = what;
    }

    /** Whether a search is to look at this invariant: all in ours, and in a mistake the one that it must break. */
    boolean checks(Invariant invariant) {
        return breaks == null || breaks == invariant;
    }

    Invariant broken() {
        if (breaks == null) {
            throw new IllegalStateException("the protocol as it is breaks nothing");
        }
        return breaks;
    }

    String what() {
        return what;
    }
}

package io.github.dynamolock.history;

/**
 * Why no lock can have given a history.
 *
 * @param reason the kind
 * @param told the entries that show it
 */
public record Fault(Reason reason, String told) {

    /** The kinds. */
    public enum Reason {
        /** An answer before the question. */
        ANSWER_BEFORE_CALL,
        /** A grant without a token. */
        BAD_TOKEN,
        /** One token for two grants. */
        TOKEN_TWICE,
        /** A grant that began after another was answered has the smaller token. */
        TOKEN_FELL,
        /** Two holds at once. */
        OVERLAP,
        /** Held, lost or released without a grant. */
        NEVER_GRANTED,
        /** Held, lost or released by a process that it was not granted to. */
        BY_ANOTHER,
        /** Held or released before it was granted. */
        BEFORE_GRANT,
        /** Released twice. */
        RELEASED_TWICE,
        /** Held after its release. */
        HELD_AFTER_RELEASE,
        /** Told twice of one loss. */
        LOST_TWICE,
        /** Held, or released with success, after its loss was told. */
        HELD_AFTER_LOSS
    }

    @Override
    public String toString() {
        return reason + ": " + told;
    }
}

package io.github.dynamolock.model;

/** An invariant is broken by the step to this state. */
final class Violation extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Invariant invariant;
    private final transient State state;

    Violation(Invariant invariant, State state) {
        super(invariant.broken(), null, false, false);
        this.invariant = invariant;
        this.state = state;
    }

    Invariant invariant() {
        return invariant;
    }

    State state() {
        return state;
    }
}

package io.github.dynamolock.simulation;

/** An invariant that did not hold, and how. */
record Violation(Invariant invariant, String what) {

    @Override
    public String toString() {
        return invariant.violatedBy(what);
    }
}

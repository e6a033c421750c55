package io.github.dynamolock.simulation;

/** A process, as far as it matters to what it holds. */
interface Holder {

    /** Tells it from all others, also from an earlier one of the same name. */
    int number();

    String owner();

    boolean isDead();

    boolean isClosing();

    /** When its threads ran freely again after it was last paused or starved, or the world's beginning. */
    long runsFreelyFrom();

    /** When a call of its last had any trouble, or its clocks. */
    long lastTrouble();

    /** When its wall clock was last set back, or when it started. */
    long wallWasSetBackAt();

    /** By a clock of its machine's rate that is never set and never stands still. */
    long steadyNanos();

    long monotonicNanos();
}

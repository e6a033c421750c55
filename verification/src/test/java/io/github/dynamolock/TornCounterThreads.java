package io.github.dynamolock;

import org.jetbrains.lincheck.datastructures.Operation;

/** A mistake to be found: two threads may read the same number. */
public final class TornCounterThreads {

    private int count;

    @Operation
    public int next() {
        count = count + 1;
        return count;
    }
}

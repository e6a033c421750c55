package io.github.dynamolock;

import java.util.ArrayList;
import java.util.List;

/** Notes who was inside a locked section: a counter without any synchronization, and whether two were in at once. */
final class Section {

    private int entries;
    private int inside;
    private int largestOverlap;
    private final List<Long> tokens = new ArrayList<>();

    /** Not synchronized on purpose: only a lock keeps the counts right. */
    void pass(long token) {
        inside++;
        largestOverlap = Math.max(largestOverlap, inside);
        int before = entries;
        for (int i = 0; i < 100; i++) {
            Thread.onSpinWait();
        }
        entries = before + 1;
        tokens.add(token);
        inside--;
    }

    int entries() {
        return entries;
    }

    int largestOverlap() {
        return largestOverlap;
    }

    List<Long> tokens() {
        return tokens;
    }
}

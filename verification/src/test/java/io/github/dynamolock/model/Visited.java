package io.github.dynamolock.model;

import java.util.Arrays;

/**
 * The fingerprints of the states that were met: 64 bits each. Two states with one fingerprint would be taken for one; among
 * 30 million the chance that any two do is one in 40,000.
 */
final class Visited {

    private static final long MIX = 0x9E3779B97F4A7C15L;

    private long[] slots = new long[1 << 16];
    private int size;

    int size() {
        return size;
    }

    /** True when it is new. */
    boolean add(long[] words) {
        if (size * 10L > slots.length * 6L) {
            grow();
        }
        boolean added = put(slots, fingerprint(words));
        size += added ? 1 : 0;
        return added;
    }

    private void grow() {
        long[] larger = new long[slots.length * 2];
        Arrays.stream(slots).filter(print -> print != 0).forEach(print -> put(larger, print));
        slots = larger;
    }

    private static boolean put(long[] slots, long print) {
        int mask = slots.length - 1;
        int at = (int) (print >>> 20) & mask;
        while (slots[at] != 0) {
            if (slots[at] == print) {
                return false;
            }
            at = (at + 1) & mask;
        }
        slots[at] = print;
        return true;
    }

    /** Never zero, which marks a slot that is free. */
    static long fingerprint(long[] words) {
        long hash = words.length;
        for (long word : words) {
            hash = mix(hash ^ mix(word + MIX));
        }
        return hash == 0 ? 1 : hash;
    }

    private static long mix(long value) {
        long a = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
        return (b ^ (b >>> 31)) + MIX;
    }
}

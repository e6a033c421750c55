package io.github.dynamolock.simulation;

import java.util.SplittableRandom;

/** Random sequences that have nothing to do with each other, whatever the numbers that they are made from. */
final class Draws {

    private Draws() {}

    /** The sequence of this name in the schedule of this seed. */
    static SplittableRandom of(long seed, long name) {
        return new SplittableRandom(mix(mix(seed) + name));
    }

    private static long mix(long value) {
        long z = value + 0x632BE59BD9B4E019L;
        z = (z ^ (z >>> 33)) * 0xFF51AFD7ED558CCDL;
        z = (z ^ (z >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return z ^ (z >>> 33);
    }
}

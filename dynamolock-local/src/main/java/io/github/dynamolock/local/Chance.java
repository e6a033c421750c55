package io.github.dynamolock.local;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The chance of one fault.
 *
 * <p>A draw depends on the seed, the fault's number, the client, and how many calls of this client it was drawn for
 * before; so it does not depend on how the calls of several clients interleave.
 */
final class Chance {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;
    private static final double UNIT = 0x1.0p-53;

    private final long seed;
    private final Map<String, AtomicLong> draws = new ConcurrentHashMap<>();

    Chance(long seed, int fault) {
        this.seed = mixed(seed + (fault + 1) * GOLDEN);
    }

    /** The next number from 0 to below 1 for a client. */
    double next(String client) {
        long draw = draws.computeIfAbsent(client, name -> new AtomicLong()).getAndIncrement();
        long random = mixed(mixed(seed ^ client.hashCode()) + draw * GOLDEN);
        return (random >>> 11) * UNIT;
    }

    private static long mixed(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}

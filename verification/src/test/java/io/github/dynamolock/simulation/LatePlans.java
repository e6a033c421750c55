package io.github.dynamolock.simulation;

import io.github.dynamolock.simulation.Want.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Schedules in which nearly every request arrives once more, late, and others try for the lock about once a lease: an older
 * renewal that comes after newer ones must not put back the version that they saw the last time.
 */
final class LatePlans {

    private static final int LEASE = 10_000;
    private static final double DUPLICATES = 0.9;

    private LatePlans() {}

    static Plan of(long seed) {
        SplittableRandom random = Draws.of(seed, -4);
        int slots = random.nextInt(2, 6);
        Settings settings = new Settings(
                Settings.Rows.KEPT, 1, slots, false, false, false, false, false, 1, false, 0, DUPLICATES, 0, 0, 0);
        List<Member> members = new ArrayList<>();
        List<Want> wants = new ArrayList<>();
        for (int slot = 0; slot < slots; slot++) {
            members.add(new Member(LEASE, LEASE / random.nextInt(2, 6), 1_000, 1, false, random.nextInt(1_000)));
            for (long at = 1_000L * slot; at < Plan.LENGTH_MILLIS; ) {
                long hold = slot == 0 ? random.nextInt(30_000, 90_000) : random.nextInt(3_000);
                wants.add(want(at, slot, slot == 0 ? 30_000 : 0, hold, random.nextLong()));
                at += slot == 0 ? hold + 1_000 : random.nextInt(LEASE * 101 / 100, 2 * LEASE);
            }
        }
        return new Plan(seed, settings, members, wants, List.of(), null);
    }

    private static Want want(long at, int slot, long wait, long hold, long seed) {
        return new Want(
                at,
                slot,
                0,
                wait,
                0,
                0,
                0,
                0,
                false,
                true,
                false,
                false,
                false,
                -1,
                hold,
                List.of(),
                Ending.RELEASE,
                seed);
    }
}

package io.github.dynamolock.simulation;

import io.github.dynamolock.simulation.Disturbance.Kind;
import io.github.dynamolock.simulation.Want.Deed;
import io.github.dynamolock.simulation.Want.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Draws schedules from seeds. */
final class Plans {

    private static final double MOST_DRIFT = 0.05;
    private static final int[] LEASES = {2_000, 10_000, 20_000};
    private static final int[] POLLS = {500, 1_000, 2_000, 5_000};
    private static final List<Ending> ENDINGS =
            List.of(Ending.RELEASE, Ending.RELEASE_ASYNC, Ending.RELEASE_WITH_DATA, Ending.RELEASE_TWICE, Ending.CLOSE);
    private static final int DISTURBED_EVERY_MILLIS = 6_000;

    /** Closing is short, and frees few locks at a time: without more of it few faults would befall its calls. */
    private static final int CLOSES_ONE_IN = 12;

    /** Longer than any write is under way here: one from before the row was made would bring back an older token. */
    private static final int SHORTEST_RETENTION_SECONDS = 75;

    private final long seed;
    private final SplittableRandom random;

    private Plans(long seed) {
        this.seed = seed;
        this.random = Draws.of(seed, -1);
    }

    static Plan of(long seed) {
        return new Plans(seed).draw(false);
    }

    /** One in which ids of holds repeat: a kind of its own, for which nothing is promised. */
    static Plan withRepeatedIds(long seed) {
        return new Plans(seed).draw(true);
    }

    private Plan draw(boolean repeatedIds) {
        Settings settings = settings(repeatedIds);
        List<Member> members = new ArrayList<>();
        for (int slot = 0; slot < settings.slots(); slot++) {
            members.add(member(settings));
        }
        List<Want> wants = new ArrayList<>();
        for (int slot = 0; slot < settings.slots(); slot++) {
            wants(settings, slot, wants);
        }
        return new Plan(seed, settings, members, wants, disturbances(settings), null);
    }

    private Settings settings(boolean repeatedIds) {
        Settings.Rows[] all = Settings.Rows.values();
        Settings.Rows rows = all[oneIn(3) ? 0 : random.nextInt(all.length)];
        boolean calm = oneIn(8);
        boolean crowded = oneIn(25);
        return new Settings(
                rows,
                crowded ? 1 : random.nextInt(1, 4),
                random.nextInt(2, 6),
                oneIn(5),
                oneIn(10),
                oneIn(6),
                oneIn(5),
                oneIn(5),
                crowded ? random.nextInt(6, 20) : 1,
                repeatedIds,
                calm ? 0 : random.nextDouble(0.25),
                calm ? 0 : random.nextDouble(0.15),
                calm ? 0 : random.nextDouble(0.004, 0.02),
                oneIn(4) ? MOST_DRIFT : random.nextDouble(MOST_DRIFT),
                rows.areDeleted() ? 0 : retentionSeconds());
    }

    private int retentionSeconds() {
        SplittableRandom own = Draws.of(seed, -5);
        return own.nextInt(6) == 0 ? own.nextInt(SHORTEST_RETENTION_SECONDS, 100) : 0;
    }

    private Member member(Settings settings) {
        int lease = LEASES[random.nextInt(LEASES.length)];
        int[] parts = {2, 3, 4, 5};
        return new Member(
                lease,
                lease / parts[random.nextInt(parts.length)],
                POLLS[random.nextInt(POLLS.length)],
                1 + settings.drift() * (oneIn(3) ? (oneIn(2) ? 1 : -1) : 2 * random.nextDouble() - 1),
                random.nextBoolean(),
                random.nextInt(1_000_000));
    }

    private void wants(Settings settings, int slot, List<Want> wants) {
        long at = random.nextInt(3_000);
        while (at < Plan.LENGTH_MILLIS) {
            for (int i = 0; i < settings.crowd(); i++) {
                wants.add(want(settings, slot, at));
            }
            at += settings.crowd() * (long) random.nextInt(500, 20_000);
        }
    }

    private Want want(Settings settings, int slot, long at) {
        boolean reentrant = oneIn(12);
        long minHold = !reentrant && oneIn(6) ? random.nextInt(500, 25_000) : 0;
        long maxHold = oneIn(10) ? Math.max(minHold, random.nextInt(1_000, 20_000)) : 0;
        long hold = oneIn(3) ? random.nextInt(500) : random.nextInt(15_000);
        return new Want(
                at,
                slot,
                random.nextInt(settings.keys()),
                oneIn(3) ? 0 : random.nextInt(45_000),
                oneIn(8) ? LEASES[random.nextInt(LEASES.length)] : 0,
                minHold,
                maxHold,
                oneIn(3) ? random.nextInt(1, 1_000_000) : 0,
                oneIn(3),
                !oneIn(8),
                reentrant,
                oneIn(4),
                oneIn(8),
                oneIn(8) ? random.nextInt(20_000) : -1,
                hold,
                deeds(reentrant),
                ending(),
                random.nextLong());
    }

    private List<Deed> deeds(boolean reentrant) {
        List<Deed> deeds = new ArrayList<>();
        int many = random.nextInt(4);
        for (int i = 0; i < many; i++) {
            Deed deed = any(List.of(Deed.values()));
            deeds.add(oneIn(3) ? Deed.FENCE : deed);
        }
        if (reentrant) {
            deeds.add(0, Deed.ENTER_AGAIN);
        }
        return deeds;
    }

    private Ending ending() {
        return oneIn(10) ? Ending.NOTHING : any(ENDINGS);
    }

    private List<Disturbance> disturbances(Settings settings) {
        List<Disturbance> all = new ArrayList<>();
        boolean calm = settings.rareRate() == 0;
        long at = random.nextInt(DISTURBED_EVERY_MILLIS);
        while (at < Plan.LENGTH_MILLIS) {
            Kind kind = kind(settings);
            boolean harmless = kind == Kind.KILL || kind == Kind.CLOSE || kind == Kind.DESCRIBE;
            if (!calm || harmless) {
                all.add(new Disturbance(
                        at, kind, random.nextInt(settings.slots()), random.nextInt(settings.keys()), millis(kind)));
            }
            at += random.nextInt(2 * DISTURBED_EVERY_MILLIS);
        }
        return all;
    }

    private Kind kind(Settings settings) {
        Kind[] kinds = Kind.values();
        int meddling = settings.meddling() ? 0 : 2;
        Kind kind = kinds[random.nextInt(kinds.length - meddling)];
        boolean rather = kind == Kind.DELETE_TABLE || kind == Kind.CUT_ALL || kind == Kind.THROTTLE_ALL;
        if (rather && !oneIn(3)) {
            return Kind.DESCRIBE;
        }
        return oneIn(CLOSES_ONE_IN) ? Kind.CLOSE : kind;
    }

    private long millis(Kind kind) {
        return switch (kind) {
            case WALL_JUMP ->
                oneIn(4) ? (random.nextBoolean() ? 1 : -1) * 86_400_000L : random.nextInt(-3_600_000, 3_600_000);
            case THROTTLE_ALL, CUT_ALL -> random.nextInt(2_000, 25_000);
            case DELETE_TABLE -> random.nextInt(500, 8_000);
            default -> random.nextInt(100, 45_000);
        };
    }

    private <T> T any(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private boolean oneIn(int many) {
        return random.nextInt(many) == 0;
    }
}

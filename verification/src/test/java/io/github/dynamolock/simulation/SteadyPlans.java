package io.github.dynamolock.simulation;

import io.github.dynamolock.simulation.Disturbance.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Schedules in which clocks differ by half a percent at most and a holder falls silent now and then while another waits:
 * no other fault hides how long each of them believes and waits.
 */
final class SteadyPlans {

    private static final double DRIFT = 0.005;
    private static final long LEASE = 20_000;
    private static final long POLL = 200;

    private SteadyPlans() {}

    static Plan of(long seed) {
        SplittableRandom random = Draws.of(seed, -2);
        Plan drawn = Plans.of(seed);
        Settings any = drawn.settings();
        Settings settings = new Settings(
                Settings.Rows.KEPT, 1, any.slots(), false, false, false, false, false, 1, false, 0, 0, 0, DRIFT, 0);
        List<Member> members = new ArrayList<>();
        List<Want> wants = new ArrayList<>();
        List<Disturbance> silences = new ArrayList<>();
        for (int slot = 0; slot < settings.slots(); slot++) {
            double rate = 1 + (slot % 2 == 0 ? -DRIFT : DRIFT);
            members.add(new Member(LEASE, LEASE / 2, POLL, rate, false, random.nextInt(1_000)));
        }
        for (Want want : drawn.wants()) {
            wants.add(new Want(
                    want.at(),
                    want.slot(),
                    0,
                    60_000,
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
                    90_000,
                    List.of(),
                    want.ending(),
                    want.seed()));
        }
        for (int at = random.nextInt(15_000); at < Plan.LENGTH_MILLIS; at += random.nextInt(10_000, 40_000)) {
            silences.add(new Disturbance(at, Kind.CUT_BOTH, random.nextInt(settings.slots()), 0, 30_000));
        }
        return new Plan(seed, settings, members, wants, silences, null);
    }
}

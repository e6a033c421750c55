package io.github.dynamolock.simulation;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A schedule, before it runs: all that its seed says. Parts can be left out, and the rest still means the same.
 *
 * @param strikes what befalls which call, by its number; null as the seed says for each call
 */
record Plan(
        long seed,
        Settings settings,
        List<Member> members,
        List<Want> wants,
        List<Disturbance> disturbances,
        @Nullable Map<Long, Fault> strikes) {

    /** How long anything goes wrong, in milliseconds. */
    static final long LENGTH_MILLIS = 120_000;

    Plan withWants(List<Want> some) {
        return new Plan(seed, settings, members, some, disturbances, strikes);
    }

    Plan withDisturbances(List<Disturbance> some) {
        return new Plan(seed, settings, members, wants, some, strikes);
    }

    Plan withStrikes(Map<Long, Fault> some) {
        return new Plan(seed, settings, members, wants, disturbances, some);
    }
}

package io.github.dynamolock.simulation;

import java.util.function.LongFunction;

/** The kinds of schedules that keep all that is promised. */
@SuppressWarnings("ImmutableEnumChecker") // each is a reference to a static method
enum Schedules {
    /** Every fault, in every mixture. */
    ANY(Plans::of),
    /** Only clocks differ, and holders fall silent. */
    STEADY(SteadyPlans::of),
    /** Only requests arrive once more, late. */
    LATE(LatePlans::of);

    private static final String VARIABLE = "DYNAMOLOCK_SCHEDULE_KIND";

    final LongFunction<Plan> plans;

    Schedules(LongFunction<Plan> plans) {
        this.plans = plans;
    }

    /** The kind that the environment asks for, any unless it does. */
    static Schedules asked() {
        return valueOf(System.getenv().getOrDefault(VARIABLE, ANY.name()));
    }

    /** What the environment must say of it to run this seed alone. */
    String environment(long seed) {
        return (this == ANY ? "" : VARIABLE + "=" + this + " ") + "DYNAMOLOCK_SEED=" + seed;
    }
}

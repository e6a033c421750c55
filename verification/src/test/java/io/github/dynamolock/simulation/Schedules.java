package io.github.dynamolock.simulation;

import java.util.function.LongFunction;

/** The kinds of schedules that keep all that is promised. */
enum Schedules {
    /** Every fault, in every mixture. */
    ANY(Plans::of),
    /** Only clocks differ, and holders fall silent. */
    STEADY(SteadyPlans::of),
    /** Only requests arrive once more, late. */
    LATE(LatePlans::of);

    // Set once, to a reference to a static method: immutable.
    final LongFunction<Plan> plans;

    Schedules(LongFunction<Plan> plans) {
        this.plans = plans;
    }
}

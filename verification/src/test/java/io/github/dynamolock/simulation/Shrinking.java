package io.github.dynamolock.simulation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/** Leaves out of a schedule all that does not matter to what it breaks: disturbances, wants, and faults of single calls. */
final class Shrinking {

    private static final int MOST_RUNS = 1_500;

    private final Function<Plan, Outcome> runner;
    private final Invariant broken;
    private int runs;

    private Shrinking(Function<Plan, Outcome> runner, Invariant broken) {
        this.runner = runner;
        this.broken = broken;
    }

    /** A smaller plan that breaks the same invariant first as this outcome does. */
    static Plan of(Outcome failure, Function<Plan, Outcome> runner) {
        return new Shrinking(runner, failure.violations().get(0).invariant()).shrink(failure);
    }

    private Plan shrink(Outcome failure) {
        Plan plan = failure.plan();
        Plan explicit = plan.withStrikes(failure.struck());
        boolean explicitBreaks = breaks(explicit);
        Plan best = explicitBreaks ? explicit : plan;
        for (int before = Integer.MAX_VALUE; size(best) < before; ) {
            before = size(best);
            Plan start = best;
            best = start.withWants(fewer(start.wants(), wants -> breaks(start.withWants(wants))));
            Plan second = best;
            best = second.withDisturbances(fewer(second.disturbances(), all -> breaks(second.withDisturbances(all))));
            Plan third = best;
            Map<Long, Fault> strikes = third.strikes();
            if (strikes != null) {
                List<Long> calls = fewer(List.copyOf(strikes.keySet()), some -> breaks(only(third, strikes, some)));
                best = only(third, strikes, calls);
            }
        }
        return best;
    }

    private static Plan only(Plan plan, Map<Long, Fault> strikes, List<Long> calls) {
        Map<Long, Fault> some = new TreeMap<>(strikes);
        some.keySet().retainAll(new HashSet<>(calls));
        return plan.withStrikes(some);
    }

    private static int size(Plan plan) {
        Map<Long, Fault> strikes = plan.strikes();
        return plan.wants().size() + plan.disturbances().size() + (strikes == null ? 0 : strikes.size());
    }

    /** Takes parts away, first many at a time and in the end each alone, as long as what is left does the same. */
    static <T> List<T> fewer(List<T> parts, Predicate<List<T>> doesTheSame) {
        List<T> left = new ArrayList<>(parts);
        for (int size = Math.max(1, left.size() / 2); size > 0; size /= 2) {
            int from = 0;
            while (from < left.size()) {
                List<T> without = new ArrayList<>(left.subList(0, from));
                without.addAll(left.subList(Math.min(left.size(), from + size), left.size()));
                if (doesTheSame.test(without)) {
                    left = without;
                } else {
                    from += size;
                }
            }
        }
        return left;
    }

    private boolean breaks(Plan plan) {
        if (++runs > MOST_RUNS) {
            return false;
        }
        List<Violation> violations = runner.apply(plan).violations();
        return !violations.isEmpty() && violations.get(0).invariant() == broken;
    }
}

package io.github.dynamolock.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Looks for the first seed in which one of some invariants is violated: the way in for classes of another loader. */
public final class Sought {

    private Sought() {}

    /**
     * Searches; the seed and the violation in words, or what was searched in vain.
     *
     * @param invariants names of those looked for
     * @param seeds how many
     * @param steady whether schedules are of the kind in which only clocks differ and holders go silent
     */
    public static String violation(Set<String> invariants, long seeds, boolean steady) throws InterruptedException {
        QuietLogs logs = QuietLogs.begin();
        AtomicLong next = new AtomicLong();
        AtomicReference<@Nullable String> found = new AtomicReference<>();
        LongFunction<Plan> plans = steady ? SteadyPlans::of : Plans::of;
        List<Thread> workers = new ArrayList<>();
        for (int number = 0; number < Runtime.getRuntime().availableProcessors(); number++) {
            Thread worker = new Thread(() -> search(invariants, seeds, plans, next, found), "sought-" + number);
            workers.add(worker);
            worker.start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        logs.close();
        String told = found.get();
        return told == null ? "not found in " + seeds + " seeds" : told;
    }

    private static void search(
            Set<String> invariants,
            long seeds,
            LongFunction<Plan> plans,
            AtomicLong next,
            AtomicReference<@Nullable String> found) {
        try (Crew crew = new Crew()) {
            for (long seed = next.getAndIncrement();
                    seed < seeds && found.get() == null;
                    seed = next.getAndIncrement()) {
                for (Violation violation :
                        Simulation.run(plans.apply(seed), crew, false).violations()) {
                    if (invariants.contains(violation.invariant().name())) {
                        found.compareAndSet(null, "found by seed " + seed + ": " + violation);
                    }
                }
            }
        } catch (RuntimeException | Error e) {
            found.compareAndSet(null, "the simulation failed: " + e);
        }
    }
}

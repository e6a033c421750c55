package io.github.dynamolock.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/** Looks for the first seed in which one of some invariants is violated: the way in for classes of another loader. */
public final class Sought {

    private Sought() {}

    /**
     * Searches; the seed and the violation in words, or what was searched in vain.
     *
     * @param invariants names of those looked for
     * @param seeds how many
     * @param schedules the name of their kind
     */
    public static String violation(Set<String> invariants, long seeds, String schedules) throws InterruptedException {
        QuietLogs logs = QuietLogs.begin();
        AtomicLong next = new AtomicLong();
        ConcurrentNavigableMap<Long, String> found = new ConcurrentSkipListMap<>();
        LongFunction<Plan> plans = Schedules.valueOf(schedules).plans;
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
        // Each worker ends the seed that it has begun: so the first that breaks is the same each time.
        return found.isEmpty()
                ? "not found in " + seeds + " seeds"
                : found.firstEntry().getValue();
    }

    private static void search(
            Set<String> invariants,
            long seeds,
            LongFunction<Plan> plans,
            AtomicLong next,
            ConcurrentNavigableMap<Long, String> found) {
        try (Crew crew = new Crew()) {
            for (long seed = next.getAndIncrement(); seed < seeds && found.isEmpty(); seed = next.getAndIncrement()) {
                for (Violation violation :
                        Simulation.run(plans.apply(seed), crew, false).violations()) {
                    if (invariants.contains(violation.invariant().name())) {
                        found.putIfAbsent(seed, "found by seed " + seed + ": " + violation);
                    }
                }
            }
        } catch (RuntimeException | Error e) {
            found.put(-1L, "the simulation failed: " + e);
        }
    }
}

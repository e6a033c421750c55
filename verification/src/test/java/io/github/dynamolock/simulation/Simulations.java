package io.github.dynamolock.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/**
 * Runs many schedules on several workers, each with threads of its own.
 *
 * <p>As a program: {@code DYNAMOLOCK_SCHEDULES=N} says how many, 100,000 unless set, {@code DYNAMOLOCK_SCHEDULE_KIND=K} of
 * which of {@link Schedules}, and {@code DYNAMOLOCK_SEED=S} runs one and prints everything that happens in it.
 */
final class Simulations {

    private static final long PROGRESS_EVERY = 10_000;
    private static final String COMMAND = "mvn -Pverification -pl verification -am -Dtest=SimulationTests"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dlibrary.tests.skip=true test";

    /** From this many schedules on each cell of the table of faults and calls must have been reached. */
    static final long ALL_CELLS_FROM = 10_000;

    /** From this many on, each this many times. */
    static final long CELLS_OFTEN_FROM = 100_000;

    static final long CELLS_OFTEN = 1_000;

    private Simulations() {}

    /** Runs the schedules of the seeds from this one on. */
    static Report run(long first, long many, LongFunction<Plan> plans) throws InterruptedException {
        Report report = new Report();
        AtomicLong next = new AtomicLong(first);
        AtomicLong done = new AtomicLong();
        List<Thread> workers = new ArrayList<>();
        List<Throwable> broken = new ArrayList<>();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            Thread worker = new Thread(() -> work(report, next, first + many, done, plans, broken), "simulations-" + i);
            workers.add(worker);
            worker.start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        synchronized (broken) {
            if (!broken.isEmpty()) {
                throw new IllegalStateException("a schedule could not be run", broken.get(0));
            }
        }
        return report;
    }

    private static void work(
            Report report,
            AtomicLong next,
            long end,
            AtomicLong done,
            LongFunction<Plan> plans,
            List<Throwable> broken) {
        try (Crew crew = new Crew()) {
            for (long seed = next.getAndIncrement(); seed < end; seed = next.getAndIncrement()) {
                report.add(runOne(plans.apply(seed), crew, false));
                if (done.incrementAndGet() % PROGRESS_EVERY == 0) {
                    System.out.println(report.line());
                }
            }
        } catch (RuntimeException | Error e) {
            synchronized (broken) {
                broken.add(e);
            }
        }
    }

    private static Outcome runOne(Plan plan, Crew crew, boolean readable) {
        try {
            return Simulation.run(plan, crew, readable);
        } catch (RuntimeException | Error e) {
            throw new IllegalStateException("seed " + plan.seed(), e);
        }
    }

    /** Runs one schedule alone. */
    static Outcome one(Plan plan, boolean readable) {
        try (Crew crew = new Crew()) {
            return runOne(plan, crew, readable);
        }
    }

    /** Runs one schedule and prints everything that happens in it; and again without what does not matter, if it breaks. */
    static Outcome replayed(long seed) {
        Outcome outcome = one(Schedules.asked().plans.apply(seed), true);
        outcome.lines().forEach(System.out::println);
        System.out.println(
                "seed " + seed + ", trace " + Long.toHexString(outcome.hash()) + ": " + outcome.violations());
        if (!outcome.violations().isEmpty()) {
            System.out.println(shrunk(outcome));
        }
        return outcome;
    }

    /** What broke, and how to see it again. */
    static String described(Outcome failure, Schedules kind) {
        return "seed " + failure.plan().seed() + ": " + failure.violations().get(0) + System.lineSeparator()
                + "  again: " + kind.environment(failure.plan().seed()) + " " + COMMAND;
    }

    /** The same fault in a schedule from which everything is left out that has nothing to do with it. */
    static String shrunk(Outcome failure) {
        Plan plan = Shrinking.of(failure, smaller -> one(smaller, false));
        Outcome outcome = one(plan, true);
        return String.join(
                System.lineSeparator(),
                "seed " + plan.seed() + " shrunk to " + plan.wants().size() + " wants, "
                        + plan.disturbances().size() + " disturbances and faults "
                        + (plan.strikes() == null ? "as drawn" : plan.strikes()) + ", " + plan.settings(),
                String.join(System.lineSeparator(), upToTheFirst(outcome.lines())),
                String.valueOf(outcome.violations()));
    }

    private static List<String> upToTheFirst(List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains(Trace.VIOLATED)) {
                return lines.subList(0, i + 1);
            }
        }
        return lines;
    }

    /** Runs as many schedules as the environment says. */
    public static void main(String[] arguments) throws InterruptedException {
        QuietLogs.begin();
        String seed = System.getenv("DYNAMOLOCK_SEED");
        if (seed != null) {
            System.exit(replayed(Long.parseLong(seed)).violations().isEmpty() ? 0 : 1);
        }
        long many = Long.parseLong(System.getenv().getOrDefault("DYNAMOLOCK_SCHEDULES", "100000"));
        Schedules kind = Schedules.asked();
        List<String> failures = failures(run(0, many, kind.plans), kind);
        failures.forEach(System.out::println);
        System.exit(failures.isEmpty() ? 0 : 1);
    }

    /** Prints the sum, and tells what is wrong with it; the first failure with all that happened, as short as it can be. */
    static List<String> failures(Report report, Schedules kind) {
        System.out.println(report.coverage.table());
        System.out.println(report.line());
        List<String> failures = new ArrayList<>();
        for (Outcome failure : report.failures()) {
            failures.add(described(failure, kind));
        }
        if (!failures.isEmpty()) {
            failures.add(shrunk(report.failures().get(0)));
        }
        if (kind == Schedules.ANY && report.schedules() >= ALL_CELLS_FROM) {
            long least = report.schedules() >= CELLS_OFTEN_FROM ? CELLS_OFTEN : 1;
            report.coverage
                    .below(least)
                    .forEach(cell -> failures.add("reached less than " + least + " times: " + cell));
        }
        return failures;
    }
}

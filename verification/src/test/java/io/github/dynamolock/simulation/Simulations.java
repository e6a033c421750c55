package io.github.dynamolock.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs many schedules on several workers, each with threads of its own.
 *
 * <p>As a program: {@code DYNAMOLOCK_SCHEDULES=N} says how many, 100,000 unless set, {@code DYNAMOLOCK_SEED=S} runs one and
 * prints everything that happens in it.
 */
final class Simulations {

    private static final long PROGRESS_EVERY = 10_000;

    /** From this many schedules on each cell of the table of faults and calls must have been reached. */
    static final long ALL_CELLS_FROM = 10_000;

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

    /** Runs as many schedules as the environment says. */
    public static void main(String[] arguments) throws InterruptedException {
        QuietLogs.begin();
        @Nullable String seed = System.getenv("DYNAMOLOCK_SEED");
        if (seed != null) {
            Outcome outcome = one(Plans.of(Long.parseLong(seed)), true);
            outcome.lines().forEach(System.out::println);
            System.out.println(outcome.violations().size() + " violations " + outcome.violations());
            System.exit(outcome.violations().isEmpty() ? 0 : 1);
        }
        long many = Long.parseLong(System.getenv().getOrDefault("DYNAMOLOCK_SCHEDULES", "100000"));
        Report report = run(0, many, Plans::of);
        System.out.println(report.coverage.table());
        System.out.println(report.line());
        for (Outcome failure : report.failures()) {
            System.out.println("seed " + failure.plan().seed() + ": "
                    + failure.violations().get(0));
        }
        System.exit(report.failures().isEmpty() ? 0 : 1);
    }
}

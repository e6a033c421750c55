package io.github.dynamolock.simulation;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One schedule while it runs. */
final class Simulation {

    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final int MOST_VIOLATIONS = 20;
    private static final long LOOK_EVERY_MILLIS = 5_000;

    final Plan plan;
    final World world;
    final Rows rows;
    final Checks checks;
    final Coverage coverage = new Coverage();
    final Store store;
    final Network network;
    final People people;
    private final Trace trace;
    private final Finale finale;
    private final List<Violation> violations = new ArrayList<>();
    private final boolean settingsDiffer;
    private long grants;
    private long losses;
    private boolean quiet;

    private Simulation(Plan plan, Crew crew, boolean readable) {
        this.plan = plan;
        this.trace = new Trace(readable);
        this.world = new World(crew, Draws.of(plan.seed(), -3), this::afterEvent);
        this.rows = new Rows(item -> people().at(0).process.client().row(item));
        this.checks = new Checks(rows, this::violated);
        this.store = new Store(this);
        this.network = new Network(this);
        this.people = new People(this);
        this.finale = new Finale(this);
        this.settingsDiffer =
                plan.members().stream().map(Member::leaseMillis).distinct().count() > 1;
        if (plan.settings().staleReads()) {
            checks.holds.readsAreStale();
        }
        if (plan.settings().blocking()) {
            checks.rows.callbacksBlock();
        }
        if (plan.settings().rows().areDeleted()) {
            checks.rows.rowsAreDeleted();
        }
    }

    private People people() {
        return people;
    }

    /** Runs a schedule on a worker's threads. */
    static Outcome run(Plan plan, Crew crew, boolean readable) {
        Simulation simulation = new Simulation(plan, crew, readable);
        try {
            return simulation.run();
        } finally {
            simulation.store.close();
        }
    }

    static String key(int number) {
        return "key-" + number;
    }

    private Outcome run() {
        people.startAll();
        if (plan.settings().retentionSeconds() > 0) {
            new TimeToLive(this).begin();
        }
        for (Want want : plan.wants()) {
            world.begin(want.at() * NANOS_PER_MILLI, () -> {
                if (!quiet) {
                    User user = people.at(want.slot());
                    user.later(0, () -> user.want(want));
                }
            });
        }
        for (Disturbance disturbance : plan.disturbances()) {
            world.after(disturbance.at() * NANOS_PER_MILLI, () -> people.disturb(disturbance));
        }
        for (long at = LOOK_EVERY_MILLIS; at < Plan.LENGTH_MILLIS; at += LOOK_EVERY_MILLIS) {
            world.after(at * NANOS_PER_MILLI, checks.holds::stillOver);
        }
        world.after(Plan.LENGTH_MILLIS * NANOS_PER_MILLI, this::calm);
        world.run((Plan.LENGTH_MILLIS + Finale.LONGEST_MILLIS) * NANOS_PER_MILLI);
        checks.holds.stillOver();
        if (!plan.settings().repeatedIds()) {
            finale.ended();
        }
        return new Outcome(
                plan,
                trace.hash(),
                violations,
                grants,
                losses,
                checks.minHolds.kept(),
                world.happened(),
                coverage,
                network.struck(),
                trace.lines());
    }

    private void calm() {
        quiet = true;
        network.calm();
        world.overlapAlways();
        if (plan.settings().repeatedIds()) {
            world.finish();
        } else {
            finale.begin();
        }
    }

    /** Whether nothing goes wrong any more. */
    boolean isQuiet() {
        return quiet;
    }

    private void afterEvent() {
        checks.holds.afterEvent(world.now());
    }

    void violated(Invariant invariant, String what) {
        if (violations.size() < MOST_VIOLATIONS) {
            violations.add(new Violation(invariant, what));
        }
        trace(null, invariant.name().hashCode(), () -> Trace.VIOLATED + invariant.violatedBy(what));
    }

    /** A task of a client failed with something that nobody handled. */
    void unexpected(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        violated(Invariant.X, text.toString());
    }

    void trace(@Nullable Instance process, long what, Supplier<String> words) {
        trace.note(world.sinceStart(), process == null ? -1 : process.number(), what, words);
    }

    void granted() {
        grants++;
    }

    void lost() {
        losses++;
    }

    void written(Instance sender, Written written) {
        finale.written(sender, written);
    }

    /** What a call of this process meets that befalls more than the call. */
    void noteSituation(Instance process, Operation operation) {
        if (process.machine.rate() != 1) {
            coverage.hit(Fault.DRIFTING, operation);
        }
        if (process.restarted) {
            coverage.hit(Fault.RESTARTED, operation);
        }
        if (plan.settings().throwing()) {
            coverage.hit(Fault.CALLBACKS_THROW, operation);
        }
        if (plan.settings().blocking()) {
            coverage.hit(Fault.CALLBACKS_BLOCK, operation);
        }
        if (settingsDiffer) {
            coverage.hit(Fault.MIXED_SETTINGS, operation);
        }
        if (plan.settings().crowd() > 1) {
            coverage.hit(Fault.MANY_WAITERS, operation);
        }
    }
}

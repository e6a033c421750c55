package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.local.LocalDynamoDb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Electors under random faults, as the simulation of the verification module has them for locks: messages lost, doubled and late; processes
 * cut off, paused, suspended and killed, with clocks of different rates; leaders that resign. Time is simulated, and each
 * seed replays the same schedule. Two may never lead, tokens always grow, and each listener hears of the end of each term
 * once, before the next.
 */
class LeaderScheduleTests {

    private static final int SCHEDULES = Integer.parseInt(System.getenv().getOrDefault("DYNAMOLOCK_SCHEDULES", "100"));
    private static final Duration LENGTH = Duration.ofMinutes(5);

    private final List<String> violations = new ArrayList<>();
    private long terms;
    private long losses;
    private long resignations;

    @Test
    void noTwoEverLeadAndEachTermIsToldOnceFromItsBeginningToItsEnd() throws InterruptedException {
        for (long seed = 0; seed < SCHEDULES; seed++) {
            new Schedule(seed).run();
        }
        assertThat(violations).isEmpty();
        System.out.printf(
                "%d schedules, %d terms, %d lost, %d resigned, never two leaders%n",
                SCHEDULES, terms, losses, resignations);
        assertThat(terms).isGreaterThan(SCHEDULES * 3L);
        assertThat(losses).isGreaterThan(SCHEDULES / 2);
        assertThat(resignations).isGreaterThan(SCHEDULES / 2);
    }

    private final class Schedule {

        private final long seed;
        private final SplittableRandom random;
        private final ManualTime world = new ManualTime();
        private final LocalDynamoDb dynamo = LocalDynamoDb.create();
        private final List<Campaigner> campaigners = new ArrayList<>();
        private long lastToken;

        Schedule(long seed) {
            this.seed = seed;
            this.random = new SplittableRandom(seed);
        }

        void run() throws InterruptedException {
            LockTables.create(dynamo.client(), LockTableSpec.of("locks"));
            SimulatedNetwork network = new SimulatedNetwork(world, dynamo.client(), random);
            for (int i = 0; i < 3; i++) {
                start(network);
            }
            for (long second = 0; second < LENGTH.toSeconds(); second += 5) {
                world.schedule(Duration.ofSeconds(second).toNanos(), () -> disturb(network));
            }
            // Calls that are on their way at the end run inside each other: killing the processes ends them all.
            world.schedule(LENGTH.toNanos(), () -> campaigners.forEach(each -> each.process.kill()));
            world.advance(LENGTH);
            dynamo.close();
        }

        private void start(SimulatedNetwork network) {
            Campaigner campaigner =
                    new Campaigner(new SimulatedProcess(world, network, random, RowFormat.DYNAMOLOCK, false));
            campaigners.add(campaigner);
            campaigner.process.later(Duration.ofMillis(random.nextInt(5_000)), campaigner.elector::start);
        }

        private void disturb(SimulatedNetwork network) {
            Campaigner victim = campaigners.get(random.nextInt(campaigners.size()));
            SimulatedProcess process = victim.process;
            switch (random.nextInt(12)) {
                case 0, 1 -> process.pause(Duration.ofMillis(random.nextInt(45_000)));
                case 2 -> process.suspend(Duration.ofMillis(random.nextInt(60_000)));
                case 3 -> process.jumpWall(Duration.ofSeconds(random.nextInt(-3600, 3600)));
                case 4 -> {
                    process.kill();
                    campaigners.remove(victim);
                    start(network);
                }
                case 5, 6 -> network.partition(process, Duration.ofMillis(random.nextInt(40_000)));
                case 7, 8, 9 -> campaigners.forEach(each -> each.process.later(Duration.ZERO, each.elector::resign));
                default -> {}
            }
        }

        private final class Campaigner implements LeadershipListener {

            private final SimulatedProcess process;
            private final LeaderElector elector;
            private @Nullable Term current;

            Campaigner(SimulatedProcess process) {
                this.process = process;
                this.elector = LeaderElector.builder(process.client(), "k")
                        .listener(this)
                        .build(process, process, Runnable::run);
            }

            /** A process that is paused does not ask. */
            private boolean leads() {
                return !process.isDead() && process.pausedNanos() == 0 && elector.isLeader();
            }

            @Override
            public void granted(Term term) {
                terms++;
                if (current != null) {
                    report("a term began before the end of the last was told");
                }
                current = term;
                if (term.fencingToken() <= lastToken) {
                    report("token " + term.fencingToken() + " came after " + lastToken);
                }
                lastToken = term.fencingToken();
                for (Campaigner other : List.copyOf(campaigners)) {
                    // Asking may let time pass when it finds a term over; where both say yes it has not.
                    if (other != this && other.leads() && leads()) {
                        report("two lead, one by token " + lastToken);
                    }
                }
            }

            @Override
            public void revoked(Term term, @Nullable LockLoss loss) {
                if (!term.equals(current)) {
                    report("the end of " + term + " was told during " + current);
                }
                current = null;
                if (loss == null) {
                    resignations++;
                } else {
                    losses++;
                }
            }

            private void report(String violation) {
                violations.add("seed " + seed + ": " + violation);
            }
        }
    }
}

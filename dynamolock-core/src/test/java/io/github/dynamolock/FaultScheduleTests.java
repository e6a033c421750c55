package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.local.LocalDynamoDb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * The real client under random faults: messages lost, doubled, late beyond a lease; processes paused, killed, and closing; machines
 * suspended, with clocks of different rates. Time is simulated, and each seed replays the same schedule. What may never
 * happen is that two clients believe in one lock, or that a token does not grow.
 *
 * <p>The environment variable {@code DYNAMOLOCK_SCHEDULES=N} runs more seeds, {@code DYNAMOLOCK_SEED=S} one.
 */
class FaultScheduleTests {

    private static final int SCHEDULES = Integer.parseInt(System.getenv().getOrDefault("DYNAMOLOCK_SCHEDULES", "150"));
    private static final Duration LENGTH = Duration.ofMinutes(4);

    private final List<String> violations = new ArrayList<>();
    private long grants;
    private long losses;

    @Test
    void noTwoClientsEverBelieveInOneLockAndTokensAlwaysGrow() throws InterruptedException {
        String one = System.getenv("DYNAMOLOCK_SEED");
        Long only = one == null ? null : Long.valueOf(one);
        for (long seed = only == null ? 0 : only; seed < (only == null ? SCHEDULES : only + 1); seed++) {
            new Schedule(seed).run();
        }
        assertThat(violations).isEmpty();
        System.out.printf(
                "%d schedules, %d grants, %d losses, no overlap%n", only == null ? SCHEDULES : 1, grants, losses);
        assertThat(grants).isGreaterThan(only == null ? SCHEDULES * 5L : 0);
    }

    /** One schedule: three processes that want one key, for four simulated minutes. */
    private final class Schedule {

        private final long seed;
        private final SplittableRandom random;
        private final ManualTime world = new ManualTime();
        private final LocalDynamoDb dynamo = LocalDynamoDb.create();
        private final List<SimulatedProcess> processes = new ArrayList<>();
        private final List<SimulatedProcess> closing = new ArrayList<>();
        private final List<Held> held = new ArrayList<>();
        private long lastToken;

        private record Held(SimulatedProcess process, LockHandle lock) {
            boolean isBelieved() {
                return !process.isDead() && ((Hold) lock).state().wouldBeHeld();
            }
        }

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
            world.schedule(LENGTH.toNanos(), () -> {
                processes.forEach(SimulatedProcess::kill);
                closing.forEach(SimulatedProcess::kill);
            });
            world.advance(LENGTH);
            dynamo.close();
        }

        private void start(SimulatedNetwork network) {
            SimulatedProcess process = new SimulatedProcess(world, network, random);
            processes.add(process);
            want(process);
        }

        private void disturb(SimulatedNetwork network) {
            SimulatedProcess victim = processes.get(random.nextInt(processes.size()));
            switch (random.nextInt(12)) {
                case 0, 1 -> victim.pause(Duration.ofMillis(random.nextInt(45_000)));
                case 2 -> victim.suspend(Duration.ofMillis(random.nextInt(60_000)));
                case 3 -> victim.jumpWall(Duration.ofSeconds(random.nextInt(-3600, 3600)));
                case 4 -> {
                    victim.kill();
                    processes.remove(victim);
                    start(network);
                }
                case 7 -> {
                    processes.remove(victim);
                    closing.add(victim);
                    CompletableFuture<Void> unused = victim.client().startClosing();
                    start(network);
                }
                case 5, 6 -> network.partition(victim, Duration.ofMillis(random.nextInt(40_000)));
                default -> {}
            }
        }

        private void want(SimulatedProcess process) {
            process.later(Duration.ofMillis(random.nextInt(5_000)), () -> {
                LockRequest request = LockRequest.forKey("k")
                        .waitTime(Duration.ofMillis(random.nextInt(3) == 0 ? 0 : random.nextInt(60_000)))
                        .build();
                CompletableFuture<LockHandle> asked = process.client().acquireAsync(request);
                Blocking.whenGranted(asked, lock -> granted(process, lock));
                Blocking.whenFailed(asked, failure -> wantAgain(process));
            });
        }

        private void granted(SimulatedProcess process, LockHandle lock) {
            grants++;
            if (!((Hold) lock).state().wouldBeHeld()) {
                violations.add("seed " + seed + ": token " + lock.fencingToken() + " was granted when it was over");
            }
            for (Held other : held) {
                if (other.isBelieved()) {
                    violations.add("seed " + seed + ": two believe in the lock, by tokens "
                            + other.lock().fencingToken() + " and " + lock.fencingToken());
                }
            }
            if (lock.fencingToken() <= lastToken) {
                violations.add("seed " + seed + ": token " + lock.fencingToken() + " was granted after " + lastToken);
            }
            lastToken = lock.fencingToken();
            held.removeIf(other -> !other.isBelieved());
            held.add(new Held(process, lock));
            Blocking.whenGranted(lock.lost().toCompletableFuture(), this::lost);
            process.later(Duration.ofMillis(random.nextInt(30_000)), () -> {
                // All is one thread here: it can't wait for a release of the closing client that is on its way.
                if (random.nextInt(10) > 0 && !closing.contains(process)) {
                    lock.close();
                }
                wantAgain(process);
            });
        }

        private void wantAgain(SimulatedProcess process) {
            if (!closing.contains(process)) {
                want(process);
            }
        }

        private void lost(LockLoss loss) {
            losses++;
            if (loss.reason() == LockLoss.Reason.DELETED) {
                violations.add("seed " + seed + ": nobody deletes rows here, and yet a loss says so");
            }
        }
    }
}

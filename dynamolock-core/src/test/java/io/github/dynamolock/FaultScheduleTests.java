package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.local.LocalDynamoDb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The real client under random faults: messages lost, doubled, late beyond a lease; processes paused, killed, and closing; machines
 * suspended, with clocks of different rates. Time is simulated, and each seed replays the same schedule. What may never
 * happen is that two clients believe in one lock, or that a token does not grow; or that anyone is granted a lock before the
 * shortest hold of one that was released is over.
 *
 * <p>Where rows are deleted, tokens rest on wall clocks that agree, and so those agree here; then all that is lost, late
 * and doubled must not matter either.
 *
 * <p>The environment variable {@code DYNAMOLOCK_SCHEDULES=N} runs more seeds, {@code DYNAMOLOCK_SEED=S} one.
 */
class FaultScheduleTests {

    private static final int SCHEDULES = Integer.parseInt(System.getenv().getOrDefault("DYNAMOLOCK_SCHEDULES", "150"));
    private static final Duration LENGTH = Duration.ofMinutes(4);

    private final List<String> violations = new ArrayList<>();
    private long grants;
    private long losses;
    private long kept;

    /** What becomes of a row at its release. */
    private enum Rows {
        KEPT(RowFormat.DYNAMOLOCK, false),
        DELETED_ON_REQUEST(RowFormat.DYNAMOLOCK, true),
        DELETED_BY_FORMAT(RowFormat.DISTRLOCK, false);

        final RowFormat format;
        final boolean deleteOnRelease;

        Rows(RowFormat format, boolean deleteOnRelease) {
            this.format = format;
            this.deleteOnRelease = deleteOnRelease;
        }

        LockRequest.Builder request() {
            LockRequest.Builder request = LockRequest.forKey("k");
            return deleteOnRelease ? request.deleteOnRelease() : request;
        }
    }

    @ParameterizedTest
    @EnumSource
    void noTwoClientsEverBelieveInOneLockAndTokensAlwaysGrow(Rows rows) throws InterruptedException {
        String one = System.getenv("DYNAMOLOCK_SEED");
        Long only = one == null ? null : Long.valueOf(one);
        for (long seed = only == null ? 0 : only; seed < (only == null ? SCHEDULES : only + 1); seed++) {
            new Schedule(seed, rows).run();
        }
        assertThat(violations).isEmpty();
        System.out.printf(
                "%s: %d schedules, %d grants, %d losses, %d kept after their release, no overlap, all tokens grow%n",
                rows, only == null ? SCHEDULES : 1, grants, losses, kept);
        assertThat(grants).isGreaterThan(only == null ? SCHEDULES * 5L : 0);
        assertThat(kept).isGreaterThanOrEqualTo(only == null ? SCHEDULES / 3 : 0);
    }

    /** One schedule: three processes that want one key, for four simulated minutes. */
    private final class Schedule {

        private final long seed;
        private final Rows rows;
        private final SplittableRandom random;
        private final ManualTime world = new ManualTime();
        private final LocalDynamoDb dynamo = LocalDynamoDb.create();
        private final List<SimulatedProcess> processes = new ArrayList<>();
        private final List<SimulatedProcess> closing = new ArrayList<>();
        private final List<Held> held = new ArrayList<>();
        private final List<Grant> granted = new ArrayList<>();

        /** Null in most schedules. */
        private final @Nullable Duration minHold;

        private long lastToken;

        private record Held(SimulatedProcess process, LockHandle lock) {
            boolean isBelieved() {
                return !process.isDead() && ((Hold) lock).state().wouldBeHeld();
            }
        }

        /** A grant, and for how long no other may follow it; 0 until it was released and that is promised. */
        private record Grant(SimulatedProcess process, long token, Moment world, long promisedNanos) {

            boolean isTooSoonAfter(Grant former) {
                long between = former.process.elapsedNanos(world) - former.process.elapsedNanos(former.world);
                return token > former.token && between < former.promisedNanos;
            }
        }

        Schedule(long seed, Rows rows) {
            this.seed = seed;
            this.rows = rows;
            this.random = new SplittableRandom(seed);
            this.minHold = seed % 3 == 0 ? Duration.ofMillis(random.nextInt(2_000, 25_000)) : null;
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
            SimulatedProcess process = new SimulatedProcess(world, network, random, rows.format, rows != Rows.KEPT);
            processes.add(process);
            want(process);
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
                LockRequest.Builder request =
                        rows.request().waitTime(Duration.ofMillis(random.nextInt(3) == 0 ? 0 : random.nextInt(60_000)));
                if (minHold != null) {
                    request.minHold(minHold);
                }
                CompletableFuture<LockHandle> asked = process.client().acquireAsync(request.build());
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
            note(new Grant(process, lock.fencingToken(), world.now(), 0));
            Blocking.whenGranted(lock.lost().toCompletableFuture(), this::lost);
            process.later(Duration.ofMillis(random.nextInt(30_000)), () -> {
                // All is one thread here: it can't wait for a release of the closing client that is on its way.
                if (random.nextInt(10) > 0 && !closing.contains(process)) {
                    release(lock);
                }
                wantAgain(process);
            });
        }

        private void release(LockHandle lock) {
            try {
                if (lock.release() == ReleaseResult.RELEASED && minHold != null) {
                    promised(lock, minHold);
                }
            } catch (LockTableException e) {
                // Nothing is promised then: the row lapses.
            }
        }

        /** From now on it is known that nobody else may have been, or be, granted the lock within that time. */
        private void promised(LockHandle lock, Duration time) {
            Grant own = granted.stream()
                    .filter(grant -> grant.token() == lock.fencingToken())
                    .findFirst()
                    .orElseThrow();
            long used = own.process().elapsedNanos(world.now()) - own.process().elapsedNanos(own.world());
            kept += used < time.toNanos() ? 1 : 0;
            granted.remove(own);
            note(new Grant(own.process(), own.token(), own.world(), time.toNanos()));
        }

        private void note(Grant grant) {
            for (Grant other : granted) {
                if (grant.isTooSoonAfter(other) || other.isTooSoonAfter(grant)) {
                    violations.add("seed " + seed + ": a shortest hold was cut short, tokens " + other.token() + " and "
                            + grant.token());
                }
            }
            granted.add(grant);
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

package io.github.dynamolock.simulation;

import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * The end of a schedule: nothing goes wrong any more, some holders die, the others let go, and somebody new waits for each
 * key. L1 and L3: he gets it in time.
 */
final class Finale {

    static final long LONGEST_MILLIS = 150_000;

    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final Duration WAIT = Duration.ofMillis(LONGEST_MILLIS - 10_000);
    private static final long POLL_MILLIS = 1_000;
    private static final double SLOWEST_WAIT = 1.01 * 1.06;
    private static final long SLACK_NANOS = 1_500 * NANOS_PER_MILLI;

    private final Simulation simulation;
    private final World world;
    private final Map<String, Long> takeable = new HashMap<>();
    private final Map<String, Invariant> owed = new HashMap<>();
    private final SplittableRandom random;
    private int waiting;
    private int newcomer = -1;

    Finale(Simulation simulation) {
        this.simulation = simulation;
        this.world = simulation.world;
        this.random = Draws.of(simulation.plan.seed(), -2);
    }

    void begin() {
        simulation.people.tidyUp();
        for (User user : simulation.people.everyone()) {
            user.process.wake();
            if (random.nextInt(3) == 0) {
                user.process.kill();
            } else {
                user.later(0, user::giveUpAll);
                user.endAll();
            }
        }
        Member member = new Member(20_000, 5_000, POLL_MILLIS, 1 + 0.05 * (2 * random.nextDouble() - 1), false, 0);
        User user = simulation.people.start("newcomer", member, false);
        newcomer = user.process.number();
        for (int i = 0; i < simulation.plan.settings().keys(); i++) {
            String key = Simulation.key(i);
            RowImage row = simulation.rows.image(key);
            note(key, row);
            waiting++;
            user.later(10, () -> ask(user, key));
        }
    }

    private void ask(User user, String key) {
        LockRequest request = LockRequest.forKey(key).waitTime(WAIT).build();
        CompletableFuture<LockHandle> asked = user.process.locks().acquireAsync(request);
        CompletableFuture<Void> unused = asked.handle((lock, failure) -> {
            if (!world.isOver()) {
                user.process.now(() -> answered(key, lock == null ? String.valueOf(failure) : null));
            }
            if (lock != null) {
                var released = lock.releaseAsync();
            }
            return null;
        });
    }

    private void answered(String key, @org.jspecify.annotations.Nullable String failure) {
        Invariant invariant = owed.getOrDefault(key, Invariant.L3);
        long late = world.now()
                - takeable.getOrDefault(key, 0L)
                - (long) (POLL_MILLIS * 1.2 * NANOS_PER_MILLI)
                - SLACK_NANOS;
        if (failure != null) {
            simulation.violated(invariant, key + " was not granted to who waited: " + failure);
        } else if (late > 0) {
            simulation.violated(
                    invariant, key + " was granted " + late / NANOS_PER_MILLI + " ms later than it should be");
        }
        waiting--;
        if (waiting == 0) {
            world.after(NANOS_PER_MILLI, world::finish);
        }
    }

    /** Somebody else wrote the row: from when may it be taken? */
    void written(Process sender, Written written) {
        if (newcomer >= 0 && sender.number() != newcomer) {
            note(written.key(), written.after());
        }
    }

    private void note(String key, @org.jspecify.annotations.Nullable RowImage row) {
        boolean held = row != null && row.isHeld();
        long from = row == null || !held
                ? world.now()
                : world.now() + (long) (row.row().lease().toNanos() * SLOWEST_WAIT);
        takeable.put(key, from);
        owed.put(key, held ? Invariant.L1 : Invariant.L3);
    }

    /** Whether everyone who waited was answered. */
    void ended() {
        if (waiting > 0 || newcomer < 0) {
            simulation.violated(Invariant.L1, waiting + " who waited were never answered");
        }
    }
}

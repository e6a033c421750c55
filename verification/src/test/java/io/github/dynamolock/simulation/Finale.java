package io.github.dynamolock.simulation;

import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockRequest;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The end of a schedule: nothing goes wrong any more, some holders die, the others let go, and somebody new waits for each
 * key. L1 and L3: he gets it in time.
 */
final class Finale {

    static final long LONGEST_MILLIS = 150_000;

    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final Duration WAIT = Duration.ofMillis(LONGEST_MILLIS - 10_000);
    private static final long POLL_MILLIS = 1_000;

    private final Simulation simulation;
    private final World world;
    private final Waits waits;
    private final SplittableRandom random;
    private int waiting;
    private int newcomer = -1;

    Finale(Simulation simulation) {
        this.simulation = simulation;
        this.world = simulation.world;
        this.waits = new Waits(simulation::violated);
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
            waits.left(key, simulation.rows.image(key), world.now());
            waiting++;
            user.later(10, () -> ask(user, key));
        }
    }

    private void ask(User user, String key) {
        LockRequest request = LockRequest.forKey(key).waitTime(WAIT).build();
        CompletableFuture<LockHandle> asked = user.process.locks().acquireAsync(request);
        CompletableFuture<?> unused = asked.handle((lock, failure) -> {
            if (!world.isOver()) {
                user.process.tasks.now(() -> answered(key, lock == null ? String.valueOf(failure) : null));
            }
            return lock == null ? null : lock.releaseAsync();
        });
    }

    private void answered(String key, @Nullable String failure) {
        if (failure == null) {
            waits.granted(key, world.now());
        } else {
            waits.refused(key, failure);
        }
        waiting--;
        if (waiting == 0) {
            world.after(NANOS_PER_MILLI, world::finish);
        }
    }

    /** Somebody else wrote the row. */
    void written(Instance sender, Written written) {
        if (newcomer >= 0 && sender.number() != newcomer) {
            waits.left(written.key(), written.after(), world.now());
        }
    }

    /** Whether everyone who waited was answered. */
    void ended() {
        if (waiting > 0 || newcomer < 0) {
            simulation.violated(Invariant.L1, waiting + " who waited were never answered");
        }
    }
}

package io.github.dynamolock;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * A process with one lock client, on a machine with clocks of its own: they run a little fast or slow, and are set, unless
 * wall clocks are to agree. It can be paused, suspended, closed and killed. Everything it does happens on the thread that lets the
 * world's time pass.
 */
final class SimulatedProcess implements Clock, Scheduler {

    private static final double DRIFT = 0.04;

    private final ManualTime world;
    private final boolean wallClocksAgree;
    private final double rate;
    private final boolean sleeps;
    private final long started;
    private final DefaultLockClient client;
    private long sleptNanos;
    private long wallAheadMillis;
    private long runsFrom;
    private boolean dead;

    SimulatedProcess(
            ManualTime world,
            SimulatedNetwork network,
            SplittableRandom random,
            RowFormat format,
            boolean wallClocksAgree) {
        this.world = world;
        this.wallClocksAgree = wallClocksAgree;
        this.rate = 1 + DRIFT * (2 * random.nextDouble() - 1);
        this.sleeps = random.nextBoolean();
        this.started = world.now().nanos();
        this.runsFrom = started;
        this.wallAheadMillis = random.nextInt(1_000_000);
        LockClientBuilder settings = LockClient.builder(network.clientOf(this))
                .table("locks")
                .rowFormat(format)
                .leaseDuration(Duration.ofSeconds(10))
                .heartbeatPeriod(Duration.ofSeconds(3));
        this.client = new DefaultLockClient(
                Engines.of(
                        network.clientOf(this),
                        ClientSettings.of(settings),
                        this,
                        this,
                        Runnable::run,
                        Runnable::run,
                        Runnable::run,
                        random::nextDouble),
                null);
    }

    DefaultLockClient client() {
        return client;
    }

    /** The machine's clocks: the monotonic one stood still while it was suspended, the wall clock did not. */
    @Override
    public Moment now() {
        long elapsed = (long) ((world.now().nanos() - started) * rate);
        long wall =
                wallClocksAgree ? world.now().wallMillis() : 1_700_000_000_000L + wallAheadMillis + elapsed / 1_000_000;
        return new Moment(elapsed - sleptNanos, wall);
    }

    /** How long it has been there at a moment of the world's, by a clock of its rate that is never set and never sleeps. */
    long elapsedNanos(Moment world) {
        return (long) ((world.nanos() - started) * rate);
    }

    @Override
    public Scheduled schedule(long delayNanos, Runnable task) {
        Scheduled[] current = new Scheduled[1];
        current[0] = world.schedule((long) (delayNanos / rate) + 2, () -> whenRunning(current, task));
        return () -> current[0].cancel();
    }

    /** What falls due during a pause happens at its end. */
    private void whenRunning(Scheduled[] current, Runnable task) {
        long rest = runsFrom - world.now().nanos();
        if (rest > 0) {
            current[0] = world.schedule(rest, () -> whenRunning(current, task));
        } else if (!dead) {
            task.run();
        }
    }

    void later(Duration delay, Runnable task) {
        Scheduled unused = schedule(delay.toNanos(), task);
    }

    void pause(Duration duration) {
        runsFrom = Math.max(runsFrom, world.now().nanos() + duration.toNanos());
    }

    /** The machine sleeps: nothing runs, and its monotonic clock stands still. Only the wall clock can tell. */
    void suspend(Duration duration) {
        if (sleeps) {
            pause(duration);
            sleptNanos += (long) (duration.toNanos() * rate);
        }
    }

    /** Somebody sets the wall clock; of a machine that sleeps, never back: then no clock of its would know the time. */
    void jumpWall(Duration by) {
        if (!sleeps || !by.isNegative()) {
            wallAheadMillis += by.toMillis();
        }
    }

    /** How long until it runs again, 0 when it does. */
    long pausedNanos() {
        return Math.max(0, runsFrom - world.now().nanos());
    }

    void kill() {
        dead = true;
    }

    boolean isDead() {
        return dead;
    }
}

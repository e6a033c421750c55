package io.github.dynamolock.simulation;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockClientBuilder;
import io.github.dynamolock.LockListener;
import io.github.dynamolock.SimulatedClient;
import io.github.dynamolock.TimeSource;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A process with one lock client. It can be paused, starved of its timer and pools, suspended with its machine, closed and
 * killed. What it was to do meanwhile is done afterwards.
 */
final class Instance implements Holder, TimeSource {

    private static final long NANOS_PER_MILLI = 1_000_000L;

    /** After its clocks were moved, its timer may be late by a lease: it goes by the monotonic clock alone. */
    private static final long LONGEST_LEASE = 60_000_000_000L;

    final Sightings sightings = new Sightings();
    final Machine machine;
    final Member member;
    final boolean restarted;

    private final World world;
    private final int number;
    private final String owner;
    private final SplittableRandom random;
    private final DynamoDbClient dynamoDb;
    private final SimulatedClient client;
    private long pausedUntil;
    private long starvedUntil;
    private long runsFreelyFrom;
    private long lastTrouble;
    private int lateCalls;
    private int ids;
    final Callers callers;
    final Tasks tasks;
    private final boolean blocking;
    private boolean dead;
    private @Nullable CompletableFuture<Void> closing;

    Instance(Simulation simulation, int number, String owner, Member member, boolean restarted, LockListener listener) {
        this.world = simulation.world;
        this.number = number;
        this.owner = owner;
        this.member = member;
        this.restarted = restarted;
        Settings settings = simulation.plan.settings();
        this.blocking = settings.blocking();
        this.callers = new Callers(world, this);
        this.random = Draws.of(simulation.plan.seed(), -1000 - number);
        this.machine = new Machine(world, member.rate(), settings.wallClocksAgree(), member.wallAheadMillis());
        this.dynamoDb = simulation.network.clientOf(this);
        this.lastTrouble = world.now();
        this.runsFreelyFrom = world.now();
        this.tasks = new Tasks(world, this, random, blocking, simulation::unexpected);
        LockClientBuilder builder = member.set(settings.set(LockClient.builder(dynamoDb)))
                .table(Store.LOCKS)
                .ownerName(owner)
                .idGenerator(() -> nextId(settings.repeatedIds()))
                .listener(listener);
        this.client =
                new SimulatedClient(builder, this, tasks::execute, tasks::execute, tasks::callback, random::nextDouble);
    }

    private String nextId(boolean repeated) {
        return repeated ? "h0x" + random.nextInt(4) : HoldIds.make(number, ids++);
    }

    SimulatedClient client() {
        return client;
    }

    LockClient locks() {
        return client.client();
    }

    DynamoDbClient dynamoDb() {
        return dynamoDb;
    }

    @Override
    public long nanoTime() {
        world.interruptIfWaiting();
        return machine.monotonicNanos();
    }

    @Override
    public long currentTimeMillis() {
        return machine.wallMillis();
    }

    @Override
    public Runnable schedule(long delayNanos, Runnable task) {
        return tasks.schedule(delayNanos, task);
    }

    /** A callback takes its time. */
    void dawdle() {
        if (blocking) {
            sleep(random.nextLong(30_000) * NANOS_PER_MILLI);
        }
    }

    /** Until when nothing of its timer and pools runs. */
    long heldUpUntil() {
        return Math.max(pausedUntil, starvedUntil);
    }

    /** Lets time pass in the middle of a call; the process may have been killed then. */
    void sleep(long nanos) {
        sleep(nanos, null);
    }

    /** The same, and somebody may end it before its time. */
    void sleep(long nanos, @Nullable Consumer<Sleeper> wakeable) {
        boolean[] late = new boolean[1];
        world.sleep(
                nanos,
                () -> {
                    late[0] = true;
                    lateCalls++;
                },
                wakeable);
        if (late[0]) {
            lateCalls--;
            if (wakeable != null) {
                // It is the user's thread that was held up.
                runsFreelyFrom = Math.max(runsFreelyFrom, world.now());
            }
            troubled();
        }
    }

    /** Goes on when it is not paused. */
    void awaitEndOfPause() {
        while (!dead && !world.isOver() && pausedUntil > world.now()) {
            sleep(pausedUntil - world.now());
        }
    }

    void pause(long millis) {
        pausedUntil = Math.max(pausedUntil, world.now() + millis * NANOS_PER_MILLI);
        runsFreelyFrom = Math.max(runsFreelyFrom, pausedUntil);
        troubled();
    }

    /** Nothing of its timer and pools runs, though calls that are under way go on. */
    void starve(long millis) {
        starvedUntil = Math.max(starvedUntil, world.now() + millis * NANOS_PER_MILLI);
        runsFreelyFrom = Math.max(runsFreelyFrom, starvedUntil);
        troubled();
    }

    void suspend(long millis) {
        if (member.sleeps()) {
            pause(millis);
            machine.suspend(millis * NANOS_PER_MILLI);
            runsFreelyFrom = Math.max(runsFreelyFrom, pausedUntil + LONGEST_LEASE);
            lastTrouble = Math.max(lastTrouble, pausedUntil);
        }
    }

    /** Of a machine that sleeps the clock is never set back: then no clock of its would know the time. */
    boolean jumpWall(long millis) {
        if (member.sleeps() && millis < 0) {
            return false;
        }
        machine.jumpWall(millis);
        runsFreelyFrom = Math.max(runsFreelyFrom, world.now() + LONGEST_LEASE);
        troubled();
        return true;
    }

    void wake() {
        pausedUntil = world.now();
        starvedUntil = world.now();
        machine.wake();
    }

    void troubled() {
        lastTrouble = Math.max(lastTrouble, Math.max(world.now(), runsFreelyFrom));
    }

    void kill() {
        dead = true;
    }

    CompletableFuture<Void> close() {
        CompletableFuture<Void> begun = client.startClosing();
        closing = begun;
        return begun;
    }

    /** Before it begins, for what happens while it begins. */
    void willClose() {
        closing = new CompletableFuture<>();
    }

    boolean isClosed() {
        return closing != null && closing.isDone();
    }

    @Override
    public boolean isClosing() {
        return closing != null;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public String owner() {
        return owner;
    }

    @Override
    public boolean isDead() {
        return dead;
    }

    @Override
    public long runsFreelyFrom() {
        return runsFreelyFrom;
    }

    @Override
    public long lastTrouble() {
        return lateCalls > 0 ? world.now() : lastTrouble;
    }

    @Override
    public long wallWasSetBackAt() {
        return machine.wallWasSetBackAt();
    }

    @Override
    public long steadyNanos() {
        return machine.steadyNanos();
    }

    @Override
    public long monotonicNanos() {
        return machine.monotonicNanos();
    }
}

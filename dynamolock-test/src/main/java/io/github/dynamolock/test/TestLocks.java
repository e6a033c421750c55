package io.github.dynamolock.test;

import io.github.dynamolock.HeldLock;
import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockClientBuilder;
import io.github.dynamolock.LockException;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import io.github.dynamolock.TimeSource;
import io.github.dynamolock.local.LocalDynamoDb;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The locks of one table, in the hands of a test.
 *
 * <pre>{@code
 * LockHandle held = locks.otherInstance().hold("campaign:42");
 * locks.awaitWaiting("campaign:42");          // until the code under test waits for it
 * locks.advance(Duration.ofSeconds(10));      // at once; renewals are done on the way
 * locks.lose("campaign:42");                  // whoever holds it is told now
 * }</pre>
 *
 * <p>Time runs as it does everywhere, until {@link #advance} moves it on, for all clients that have {@link #time()}. Keys are
 * the texts in the rows. What waits does so for ten seconds of real time at most, and then fails with an
 * {@link AssertionError} that says what was held and waited for instead.
 *
 * <p>Thread-safe. Only tests may use it: it takes locks from their holders.
 */
public final class TestLocks implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration HANGING = Duration.ofSeconds(5);
    private static final String OTHER = "another instance";

    private final Supplier<LockClientBuilder> builders;
    private final @Nullable LocalDynamoDb local;
    private final boolean closesLocal;
    private final MovableTime time = new MovableTime(HANGING);
    private final WatchedClients watched = new WatchedClients(PATIENCE);
    private final List<LockClient> own = new CopyOnWriteArrayList<>();
    private final Map<String, OtherInstance> others = new ConcurrentHashMap<>();

    /** Guarded by this. */
    private @Nullable LockClient client;

    private TestLocks(Supplier<LockClientBuilder> builders, @Nullable LocalDynamoDb local, boolean closesLocal) {
        this.builders = builders;
        this.local = local;
        this.closesLocal = closesLocal;
        watched.add(() -> own);
    }

    /** With a DynamoDB in this process that is new, and has the table {@code locks}. */
    public static TestLocks create() throws InterruptedException {
        LocalDynamoDb local = LocalDynamoDb.create();
        LockTables.create(local.client(), LockTableSpec.of("locks"));
        return new TestLocks(() -> LockClient.builder(local.client()).table("locks"), local, true);
    }

    /**
     * On a local DynamoDB of the caller's.
     *
     * @param builders gives, each time, the settings that clients on the lock table must have, but for their names
     */
    public static TestLocks on(LocalDynamoDb local, Supplier<LockClientBuilder> builders) {
        return new TestLocks(builders, local, false);
    }

    /**
     * On any other DynamoDB. What has to delete rows or to break calls is refused there.
     *
     * @param builders gives, each time, the settings that clients on the lock table must have, but for their names
     */
    public static TestLocks on(Supplier<LockClientBuilder> builders) {
        return new TestLocks(builders, null, false);
    }

    /** Looks at these clients too. They are asked for each time, and are the caller's to close. */
    public TestLocks watching(Supplier<? extends Collection<? extends LockClient>> clients) {
        watched.add(clients);
        return this;
    }

    /** The client under test: always the same, closed together with this. */
    public synchronized LockClient client() {
        LockClient made = client;
        if (made == null) {
            made = newClient(settings -> settings);
            client = made;
        }
        return made;
    }

    /** One more client under test, with settings of its own; closed together with this. */
    public LockClient newClient(UnaryOperator<LockClientBuilder> settings) {
        LockClient made = settings.apply(builders.get().timeSource(time)).build();
        own.add(made);
        return made;
    }

    /** The time of the clients that were made here, for those that were made elsewhere. */
    public TimeSource time() {
        return time;
    }

    /**
     * The local DynamoDB: its client, its faults, its count of calls.
     *
     * @throws IllegalStateException when the locks are not in a local one
     */
    public LocalDynamoDb local() {
        if (local == null) {
            throw new IllegalStateException(
                    "the locks of this test are not in a local DynamoDB but in a real one, where no"
                            + " row is deleted and no call broken for a test. In Spring see @AutoConfigureTestLocks(replace = ANY)");
        }
        return local;
    }

    /** Another instance of the application; always the same. */
    public OtherInstance otherInstance() {
        return otherInstance(OTHER);
    }

    /** The other instance of this name. */
    public OtherInstance otherInstance(String name) {
        return others.computeIfAbsent(
                name,
                named -> new OtherInstance(
                        builders.get().ownerName(named).timeSource(time).build()));
    }

    /** Waits until a client under test holds the lock. */
    public HeldLock awaitHeld(String key) throws InterruptedException {
        return watched.awaitHeld(key).lock();
    }

    /** Waits until somebody waits for the lock in a client under test. */
    public void awaitWaiting(String key) throws InterruptedException {
        awaitWaiting(key, 1);
    }

    /** Waits until so many wait for the lock in the clients under test. */
    public void awaitWaiting(String key, int waiters) throws InterruptedException {
        watched.awaitWaiting(key, waiters);
    }

    /**
     * Moves the time on. It stops at whatever is due meanwhile, renewals and ends of waits, and goes on when that is done; so
     * what is renewed stays held. What other threads do then is not waited for. A call that hangs is waited for once, for
     * five seconds.
     */
    public void advance(Duration by) throws InterruptedException {
        time.advance(by);
    }

    /**
     * Lets the holder, a client under test, lose the lock to another instance, which does not keep it: {@link
     * LockLoss.Reason#TAKEN_OVER}. Waits until it is held, and returns once the client knows of the loss; its threads may
     * hear of it a moment later. For that the time is moved on, to the next renewal.
     */
    public void lose(String key) throws InterruptedException {
        lose(key, LockLoss.Reason.TAKEN_OVER);
    }

    /**
     * Lets the holder lose the lock for a reason.
     *
     * @param reason {@code TAKEN_OVER} by another instance; {@code DELETED}, with its row; {@code EXPIRED}, because no renewal
     *     arrives: the time is moved on to the end of the lease. Without automatic renewals it is always {@code EXPIRED}.
     * @throws IllegalArgumentException for the other reasons
     * @throws IllegalStateException for {@code DELETED} and {@code EXPIRED}, when the locks are not in a local DynamoDB
     */
    public void lose(String key, LockLoss.Reason reason) throws InterruptedException {
        new Loss(watched, time, local, otherInstance()).of(key, reason);
    }

    /**
     * Fails when a client under test still holds a lock.
     *
     * @throws AssertionError with the keys
     */
    public void assertAllReleased() {
        List<String> held = watched.heldKeys();
        if (!held.isEmpty()) {
            throw new AssertionError("still held: " + WatchedClients.shown(held)
                    + ". Close the handle, or release it in a finally block");
        }
    }

    /**
     * Makes ready for the next test: ends faults, releases what other instances hold, and deletes all lock rows but those that
     * clients under test hold. Shortest holds are waited for by moving the time. In a DynamoDB that is not local, only the
     * locks of other instances are released.
     */
    public void reset() throws InterruptedException {
        if (local != null) {
            local.faults().clear();
        }
        closeOthers();
        if (local != null) {
            new Reset(watched, time, local).run();
        }
    }

    private void closeOthers() {
        others.values().forEach(other -> close(other.client()));
        others.clear();
    }

    private static void close(LockClient client) {
        try {
            client.close();
        } catch (LockException leftBehind) {
            // The test broke the table, and its rows go with it or lapse.
        }
    }

    /** Closes the clients that were made here, and the local DynamoDB unless it is the caller's. */
    @Override
    public void close() {
        if (local != null) {
            local.faults().clear();
        }
        closeOthers();
        own.forEach(TestLocks::close);
        time.close();
        if (local != null && closesLocal) {
            local.close();
        }
    }
}

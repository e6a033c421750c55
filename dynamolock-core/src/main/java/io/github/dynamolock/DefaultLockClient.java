package io.github.dynamolock;

import io.github.dynamolock.table.KeyValues;
import io.github.dynamolock.table.LockRow;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Wires the parts of a client together, and turns calls into tasks. */
final class DefaultLockClient implements LockClient {

    private final Engine engine;
    private final @Nullable ClientThreads threads;
    private final ReentrantLocks reentrant = new ReentrantLocks();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** A client with threads of its own. */
    DefaultLockClient(DynamoDbClient dynamoDb, ClientSettings settings) {
        this(dynamoDb, settings, new ClientThreads("dynamolock", settings.timeSource()));
    }

    /** A client with these threads, which it ends. */
    DefaultLockClient(DynamoDbClient dynamoDb, ClientSettings settings, ClientThreads threads) {
        this(engine(dynamoDb, settings, threads), threads);
    }

    /** A client on given seams; null threads are the caller's to end. */
    DefaultLockClient(Engine engine, @Nullable ClientThreads threads) {
        this.engine = engine;
        this.threads = threads;
    }

    private static Engine engine(DynamoDbClient dynamoDb, ClientSettings settings, ClientThreads threads) {
        return Engine.of(
                dynamoDb,
                settings,
                threads.clock(),
                threads,
                threads.renewals(),
                threads.calls(),
                threads.callbacks(),
                threads.events(),
                Ids::fraction);
    }

    @Override
    public LockHandle acquire(String key) throws InterruptedException {
        return acquire(LockRequest.forKey(key).build());
    }

    @Override
    public LockHandle acquire(LockRequest request) throws InterruptedException {
        return acquire(request, AcquireSettings.of(engine.settings(), request));
    }

    @Override
    public Optional<LockHandle> tryAcquire(String key) throws InterruptedException {
        return tryAcquire(LockRequest.forKey(key).build());
    }

    @Override
    public Optional<LockHandle> tryAcquire(LockRequest request) throws InterruptedException {
        try {
            return Optional.of(acquire(request, AcquireSettings.once(engine.settings(), request)));
        } catch (LockNotGrantedException e) {
            return Optional.empty();
        }
    }

    private LockHandle acquire(LockRequest request, AcquireSettings settings) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before lock " + request.lockKey() + " was asked for");
        }
        // Nothing but this thread waits for the future, so it may be completed where the answer came in.
        CompletableFuture<LockHandle> future = start(request, settings, Runnable::run);
        try {
            return Blocking.await(future);
        } catch (InterruptedException e) {
            if (!future.completeExceptionally(e) && !future.isCompletedExceptionally()) {
                giveUp(future.join());
            }
            throw e;
        }
    }

    @Override
    public CompletableFuture<LockHandle> acquireAsync(LockRequest request) {
        return start(request, AcquireSettings.of(engine.settings(), request), engine.callbacks());
    }

    private CompletableFuture<LockHandle> start(LockRequest request, AcquireSettings settings, Executor dependents) {
        if (!request.reentrant()) {
            return new AcquireTask(engine, request, settings, dependents).start();
        }
        Thread thread = Thread.currentThread();
        LockHandle again = reentrant.reenter(thread, request.lockKey());
        if (again != null) {
            return CompletableFuture.completedFuture(again);
        }
        CompletableFuture<LockHandle> inner = new AcquireTask(engine, request, settings, dependents).start();
        CompletableFuture<LockHandle> outer = new CompletableFuture<>();
        Blocking.whenFailed(outer, inner::completeExceptionally);
        Blocking.whenFailed(inner, outer::completeExceptionally);
        Blocking.whenGranted(inner, lock -> {
            LockHandle first = reentrant.first(thread, request.lockKey(), (Hold) lock);
            if (!outer.complete(first)) {
                giveUp(first);
            }
        });
        return outer;
    }

    private void giveUp(LockHandle handle) {
        engine.callbacks().execute(() -> ReentrantLocks.giveUp(handle));
    }

    @Override
    public Optional<LockInfo> find(String key) throws InterruptedException {
        return find(LockKey.of(key));
    }

    @Override
    public Optional<LockInfo> find(AttributeValue key) throws InterruptedException {
        return find(LockKey.of(key));
    }

    private Optional<LockInfo> find(LockKey key) throws InterruptedException {
        if (closed.get()) {
            throw new LockClientClosedException("lock " + key + " was not looked up: the lock client is closed");
        }
        AcquireSettings.requireKeyType(engine.settings().table(), key);
        return Blocking.await(CompletableFuture.supplyAsync(() -> look(key), engine.calls()));
    }

    private Optional<LockInfo> look(LockKey key) {
        Optional<LockRow> row;
        try {
            row = engine.rows().read(key.value());
        } catch (RuntimeException e) {
            throw Errors.unusable(engine.settings().table(), "lock " + key + " could not be looked up", e);
        }
        Moment now = engine.clock().now();
        return row.map(found -> {
            String version = found.version();
            if (version == null) {
                throw RowProblems.foreign(key);
            }
            if (found.corruption() != null) {
                throw RowProblems.corrupt(key, found);
            }
            return LockInfos.of(key, found, state(key, found, version, now));
        });
    }

    private LockInfo.State state(LockKey key, LockRow row, String version, Moment now) {
        Hold own = engine.holds().byVersion(version);
        if (own != null && own.isHeld()) {
            return LockInfo.State.HELD_BY_THIS_CLIENT;
        }
        boolean expired = !row.released()
                && engine.observations().see(key, row, version, now).isExpired(now);
        return expired ? LockInfo.State.EXPIRED_AS_OBSERVED : LockInfo.State.HELD;
    }

    @Override
    public boolean forceRelease(LockInfo seen) throws InterruptedException {
        LockKey key =
                LockKey.of(KeyValues.ofText(engine.settings().table().keys().partitionType(), seen.key()));
        if (closed.get()) {
            throw new LockClientClosedException("lock " + key + " was not released: the lock client is closed");
        }
        ForcedRelease release = new ForcedRelease(engine, key, seen.recordVersionNumber());
        return Blocking.await(CompletableFuture.supplyAsync(release::run, engine.calls()));
    }

    @Override
    public List<HeldLock> heldLocks() {
        return engine.holds().all().stream()
                .filter(Hold::isHeld)
                .map(Hold::snapshot)
                .toList();
    }

    @Override
    public List<WaitingLock> waitingLocks() {
        return engine.queues().waiting().stream()
                .filter(AcquireTask::isWaiting)
                .sorted(Comparator.comparingLong(AcquireTask::nanosWaited).reversed())
                .map(AcquireTask::snapshot)
                .toList();
    }

    @Override
    public void addListener(LockListener listener) {
        engine.listeners().add(Objects.requireNonNull(listener, "the listener must not be null"));
    }

    @Override
    public String ownerName() {
        return engine.settings().ownerName();
    }

    @Override
    public String tableName() {
        return engine.settings().table().name();
    }

    @Override
    public Duration waitTime() {
        return engine.settings().waitTime();
    }

    @Override
    public Duration leaseDuration() {
        return engine.settings().leaseDuration();
    }

    @Override
    public Duration heartbeatPeriod() {
        return engine.settings().heartbeatPeriod();
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            Blocking.awaitUninterruptibly(startClosing());
        } finally {
            if (threads != null) {
                threads.close(Closing.LIMIT);
            }
        }
    }

    /** Refuses whoever comes from now on, ends who waits, and begins to free what is held. */
    CompletableFuture<Void> startClosing() {
        for (AcquireTask task : engine.queues().close()) {
            task.fail(new LockClientClosedException(
                    "lock " + task.key() + " was not acquired: the lock client was closed"));
        }
        engine.keptRows().close();
        return new Closing(engine, engine.holds().close()).start();
    }
}

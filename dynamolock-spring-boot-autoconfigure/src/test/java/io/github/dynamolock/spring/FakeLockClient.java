package io.github.dynamolock.spring;

import io.github.dynamolock.HeldLock;
import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockListener;
import io.github.dynamolock.LockNotGrantedException;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.WaitingLock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A lock client without a table: grants each key once, never waits, and writes down what it was asked. */
public final class FakeLockClient implements LockClient {

    /** What happened, in order, together with what a test adds. */
    public final List<String> events = new CopyOnWriteArrayList<>();

    /** What was asked for. */
    public final List<LockRequest> requests = new CopyOnWriteArrayList<>();

    /** What {@link #heldLocks()} and {@link #waitingLocks()} answer. */
    public final List<HeldLock> held = new CopyOnWriteArrayList<>();

    public final List<WaitingLock> waiting = new CopyOnWriteArrayList<>();
    public final Map<String, LockInfo> rows = new ConcurrentHashMap<>();

    /** Counted down when an acquisition has begun to wait. Set, it makes acquisitions wait until they are interrupted. */
    public volatile @Nullable CountDownLatch hangs;

    /** Thrown by each call, if set. */
    public volatile @Nullable RuntimeException failure;

    /** Thrown by each release, if set. */
    public volatile @Nullable RuntimeException releaseFailure;

    /** Runs within each acquisition, before it is decided: time that passes, or what happens meanwhile. */
    public volatile @Nullable Consumer<LockRequest> onAcquire;

    /** The type that keys must have to be looked for. */
    public volatile AttributeValue.Type keyType = AttributeValue.Type.S;

    /** Whether handles are lost as soon as they are granted. */
    public volatile boolean losesAtOnce;

    /** What asynchronous acquisitions were given that hang. */
    public final Map<CompletableFuture<LockHandle>, LockRequest> hanging = new ConcurrentHashMap<>();

    /** Those that were added; they are told nothing. */
    public final CopyOnWriteArrayList<LockListener> listeners = new CopyOnWriteArrayList<>();

    /** Answers asynchronous acquisitions: the calling thread, if not set. */
    public volatile Executor callbacks = Runnable::run;

    /** What asynchronous releases wait for. */
    public volatile CompletableFuture<?> releases = CompletableFuture.completedFuture(null);

    private final Map<String, FakeLockHandle> handles = new ConcurrentHashMap<>();
    private final AtomicLong tokens = new AtomicLong();

    @Override
    public LockHandle acquire(LockRequest request) throws InterruptedException {
        CountDownLatch waiting = hangs;
        if (waiting != null) {
            requests.add(request);
            waiting.countDown();
            new CountDownLatch(1).await();
        }
        return grant(request, "acquire")
                .orElseThrow(() -> new LockNotGrantedException(
                        "held by another", request.key(), request.waitTime().orElse(Duration.ZERO), null));
    }

    @Override
    public Optional<LockHandle> tryAcquire(LockRequest request) {
        return grant(request, "tryAcquire");
    }

    private Optional<LockHandle> grant(LockRequest request, String how) {
        throwIfSet(failure);
        requests.add(request);
        Consumer<LockRequest> meanwhile = onAcquire;
        if (meanwhile != null) {
            meanwhile.accept(request);
        }
        FakeLockHandle handle = new FakeLockHandle(this, request.key(), tokens.incrementAndGet());
        if (handles.putIfAbsent(request.key(), handle) != null) {
            return Optional.empty();
        }
        events.add(how + " " + request.key());
        if (losesAtOnce) {
            handle.lose();
        }
        return Optional.of(handle);
    }

    @Override
    public void addListener(LockListener listener) {
        listeners.addIfAbsent(listener);
    }

    /** The handle that is held for the key. */
    public FakeLockHandle handle(String key) {
        FakeLockHandle handle = handles.get(key);
        if (handle == null) {
            throw new AssertionError("nobody holds " + key);
        }
        return handle;
    }

    void forget(FakeLockHandle handle) {
        throwIfSet(releaseFailure);
        if (handles.remove(handle.key(), handle)) {
            events.add("release " + handle.key());
        }
    }

    static void throwIfSet(@Nullable RuntimeException exception) {
        if (exception != null) {
            throw exception;
        }
    }

    @Override
    public LockHandle acquire(String key) throws InterruptedException {
        return acquire(LockRequest.forKey(key).build());
    }

    @Override
    public Optional<LockHandle> tryAcquire(String key) {
        return tryAcquire(LockRequest.forKey(key).build());
    }

    @Override
    public CompletableFuture<LockHandle> acquireAsync(LockRequest request) {
        CompletableFuture<LockHandle> answer = new CompletableFuture<>();
        CountDownLatch waiting = hangs;
        if (waiting == null) {
            callbacks.execute(() -> answer(answer, request));
        } else {
            hanging.put(answer, request);
            waiting.countDown();
        }
        return answer;
    }

    /** Answers the asynchronous acquisitions that hang now. */
    public void answerHanging() {
        Map.copyOf(hanging).forEach((answer, request) -> callbacks.execute(() -> answer(answer, request)));
    }

    private void answer(CompletableFuture<LockHandle> answer, LockRequest request) {
        if (answer.isDone()) {
            return;
        }
        try {
            grant(request, "acquireAsync")
                    .ifPresentOrElse(
                            answer::complete,
                            () -> answer.completeExceptionally(new LockNotGrantedException(
                                    "held by another",
                                    request.key(),
                                    request.waitTime().orElse(Duration.ZERO),
                                    null)));
        } catch (RuntimeException refused) {
            answer.completeExceptionally(refused);
        }
    }

    @Override
    public Optional<LockInfo> find(String key) throws InterruptedException {
        return find(AttributeValue.fromS(key));
    }

    @Override
    public Optional<LockInfo> find(AttributeValue key) throws InterruptedException {
        if (key.type() != keyType) {
            throw new IllegalArgumentException("the key must be of type " + keyType);
        }
        throwIfSet(failure);
        CountDownLatch waiting = hangs;
        if (waiting != null) {
            waiting.countDown();
            new CountDownLatch(1).await();
        }
        return Optional.ofNullable(key.s()).map(rows::get);
    }

    @Override
    public boolean forceRelease(LockInfo seen) {
        return rows.remove(seen.key(), seen);
    }

    @Override
    public List<HeldLock> heldLocks() {
        return new ArrayList<>(held);
    }

    @Override
    public List<WaitingLock> waitingLocks() {
        return new ArrayList<>(waiting);
    }

    @Override
    public String ownerName() {
        return "owner-1";
    }

    @Override
    public String tableName() {
        return "locks";
    }

    @Override
    public Duration waitTime() {
        return Duration.ofSeconds(10);
    }

    @Override
    public Duration leaseDuration() {
        return Duration.ofSeconds(20);
    }

    @Override
    public Duration heartbeatPeriod() {
        return Duration.ofSeconds(5);
    }

    @Override
    public void close() {
        events.add("close");
    }

    /** A held lock with this remaining lease. */
    public static HeldLock heldLock(String key, @Nullable String name, Duration remaining) {
        Instant then = Instant.parse("2026-11-29T10:15:30Z");
        return new HeldLock(
                key, name, "owner-1", 41, then, Duration.ofSeconds(3), remaining, then.plusSeconds(2), 1, "worker-1");
    }
}

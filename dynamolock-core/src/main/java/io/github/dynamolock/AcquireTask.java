package io.github.dynamolock;

import io.github.dynamolock.Acquisition.Step;
import io.github.dynamolock.table.Acquire;
import io.github.dynamolock.table.LockRow;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Drives one {@link Acquisition}: makes the calls it asks for on a pool thread, and waits on the timer, holding no thread.
 *
 * <p>Whoever completes the future first ends it: the grant, the failure, or the caller who goes away. A lock that is
 * granted to a caller who has gone is released.
 */
final class AcquireTask {

    private static final long YIELD_NANOS = 100_000_000L;

    private final Engine engine;
    private final LockRequest request;
    private final AcquireSettings settings;
    private final Executor dependents;
    private final Moment started;
    private final String thread;
    private final Acquisition acquisition;
    private final AcquireCalls calls;
    private final CompletableFuture<LockHandle> future = new CompletableFuture<>();

    private final AtomicBoolean decided = new AtomicBoolean();

    /** The wait that is to be cut short when the caller goes away. */
    private final Pause pause;

    /** Guarded by this: whether the wait for the turn has ended, by the turn or by the end of the wait time. */
    private boolean turnEnded;

    private volatile @Nullable LockInfo contender;

    /**
     * A task.
     *
     * @param dependents runs what the caller has hung on the future: his code, which may block
     */
    AcquireTask(Engine engine, LockRequest request, AcquireSettings settings, Executor dependents) {
        this.engine = engine;
        this.dependents = dependents;
        this.request = request;
        this.settings = settings;
        this.started = engine.clock().now();
        this.thread = Thread.currentThread().getName();
        this.pause = new Pause(engine.scheduler());
        Supplier<String> ids = engine.settings().idGenerator();
        this.acquisition = new Acquisition(
                key(), settings, engine.observations(), engine.tokenSeeds(), ids, engine.random(), started);
        this.calls =
                new AcquireCalls(engine.rows(request), key().value(), request.watch(), acquisition, engine.clock());
    }

    /** Starts, or waits for its turn behind other threads of this client. */
    CompletableFuture<LockHandle> start() {
        try {
            if (engine.queues().enter(this)) {
                begin(false);
            } else {
                awaitTurn();
                contended(localHolder());
            }
        } catch (LockClientClosedException e) {
            fail(e);
        }
        Blocking.whenFailed(future, this::gone);
        return future;
    }

    private synchronized void awaitTurn() {
        if (!turnEnded) {
            await(settings.waitNanos(), () -> {
                if (endTurn()) {
                    engine.calls().execute(() -> failed(Errors.notGranted(key(), waited(), localHolder())));
                }
            });
        }
    }

    private synchronized boolean endTurn() {
        boolean first = !turnEnded;
        turnEnded = true;
        return first;
    }

    /** It is this task's turn: its first call goes out, after a moment when others are to go first. False when it has ended. */
    boolean begin(boolean yield) {
        if (!endTurn()) {
            return false;
        }
        pause.end();
        if (yield) {
            await(Math.min(YIELD_NANOS, settings.waitNanos()), () -> run(() -> acquisition.start(now())));
        } else {
            run(() -> acquisition.start(now()));
        }
        return true;
    }

    /** A hold of this client ended by giving its row to this task. */
    void handedOver(LockRow row, Moment sent) {
        if (Lease.isOver(sent, settings.lease(), now())) {
            // The answer took longer than the lease it brings: the row is this task's, and must be taken anew.
            maybeHandedOver(sent);
            return;
        }
        endTurn();
        pause.end();
        engine.calls().execute(() -> granted(acquisition.holdId(), row, sent, true));
    }

    /** A hold of this client may have given its row to this task, and does not know: the table does. */
    void maybeHandedOver(Moment sent) {
        acquisition.sentBefore(sent);
        if (future.isDone() || !begin(false)) {
            Orphans.clear(engine, request, acquisition.orphans());
        }
    }

    /** What this task writes into the row. */
    Acquire write() {
        return new Acquire(
                key().value(),
                acquisition.holdId(),
                engine.settings().ownerName(),
                settings.lease(),
                request.data().orElse(null),
                request.replaceData(),
                request.attributes(),
                engine.tokenSeeds().next(key(), now().wallMillis()));
    }

    String holdId() {
        return acquisition.holdId();
    }

    LockKey key() {
        return request.lockKey();
    }

    /** Ends the task without the lock, unless it has ended already. */
    void fail(Throwable failure) {
        dependents.execute(() -> future.completeExceptionally(failure));
    }

    /** Whether it waits for another holder, rather than for the answer to its first call. */
    synchronized boolean isWaiting() {
        return !turnEnded || contender != null;
    }

    long nanosWaited() {
        return now().monotonicSince(started);
    }

    WaitingLock snapshot() {
        Moment now = now();
        return new WaitingLock(
                request.key(),
                request.name().orElse(null),
                Instant.ofEpochMilli(started.wallMillis()),
                Duration.ofNanos(now.since(started)),
                thread);
    }

    private void run(Supplier<Step> first) {
        engine.calls().execute(() -> drive(first));
    }

    private void drive(Supplier<Step> first) {
        try {
            Step step = first.get();
            while (step != null) {
                step = future.isDone() ? abandon(step) : perform(step);
            }
        } catch (RuntimeException | Error e) {
            failed(e);
        }
    }

    private @Nullable Step perform(Step step) {
        if (step instanceof Step.Write write) {
            return calls.write(write(), write);
        }
        if (step instanceof Step.Raise raise) {
            return calls.raise(raise);
        }
        if (step instanceof Step.Read) {
            return calls.read();
        }
        if (step instanceof Step.Wait wait) {
            acquisition.holder().ifPresent(row -> contended(LockInfos.of(key(), row, LockInfo.State.HELD)));
            await(wait.nanos(), () -> run(() -> acquisition.resume(now())));
        } else if (step instanceof Step.Granted granted) {
            granted(granted.holdId(), granted.row(), granted.since(), false);
        } else if (step instanceof Step.NotGranted refused) {
            LockInfo holder = LockInfos.of(key(), refused.holder(), LockInfo.State.HELD);
            contended(holder);
            failed(Errors.notGranted(key(), waited(), holder));
        } else if (step instanceof Step.Failed failure) {
            failed(failure.cause());
        }
        return null;
    }

    private void granted(String holdId, LockRow row, Moment since, boolean handedOver) {
        engine.tokenSeeds().granted(key(), row.fencingToken(), now().wallMillis());
        Hold hold = new Hold(engine, request, settings, holdId, row, since, thread);
        if (!engine.holds().add(hold)) {
            future.completeExceptionally(
                    new LockClientClosedException("lock " + key() + " was not acquired: the lock client is closed"));
        }
        engine.queues().granted(this, hold, handedOver, now());
        if (!decided.compareAndSet(false, true)) {
            hold.giveUp();
            return;
        }
        hold.begin();
        engine.listeners().granted(hold.snapshot(), waited());
        dependents.execute(() -> {
            if (!future.complete(hold)) {
                hold.giveUp();
            }
        });
    }

    private void failed(Throwable cause) {
        leave();
        fail(Errors.describe(engine.settings().table(), key(), cause));
    }

    /** The future has failed, by the table's answer or because the caller has gone. */
    private void gone(Throwable failure) {
        if (decided.compareAndSet(false, true)) {
            engine.listeners().notGranted(request, failure, waited());
        }
        cutShort();
    }

    /** The caller has gone: what was granted is released, what may have been written is cleared. */
    private @Nullable Step abandon(Step step) {
        if (step instanceof Step.Granted granted) {
            granted(granted.holdId(), granted.row(), granted.since(), false);
        } else {
            leave();
        }
        return null;
    }

    /** Gives up the place in the queue, and what may have been written for it. */
    private void leave() {
        Orphans.clear(engine, request, acquisition.orphans());
        engine.queues().leave(this);
    }

    private @Nullable LockInfo localHolder() {
        Hold holder = engine.queues().holder(key());
        return holder == null ? contender : holder.info();
    }

    private void contended(@Nullable LockInfo holder) {
        if (holder != null && contender == null) {
            contender = holder;
            engine.listeners().contended(request, holder);
        }
    }

    private void await(long nanos, Runnable then) {
        pause.begin(nanos, then);
        if (future.isDone()) {
            cutShort();
        }
    }

    /** Ends a wait at once. A call that is under way ends by itself, and then sees that the caller has gone. */
    private void cutShort() {
        if (pause.end()) {
            leave();
        }
    }

    private Duration waited() {
        return Duration.ofNanos(Math.max(0, nanosWaited()));
    }

    private Moment now() {
        return engine.clock().now();
    }
}

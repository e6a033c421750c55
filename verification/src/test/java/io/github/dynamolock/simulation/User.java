package io.github.dynamolock.simulation;

import io.github.dynamolock.LockException;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.LockTable;
import io.github.dynamolock.LockTables;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import software.amazon.awssdk.core.exception.SdkException;

/** The code around one process's locks: it asks for them, works, and lets them go, or does not. */
final class User {

    /** Longer than any wait for a lock. */
    private static final long LONGEST_CALL_NANOS = 100_000_000_000L;

    final Instance process;
    private final Simulation simulation;
    private final World world;
    private final List<CompletableFuture<LockHandle>> asked = new ArrayList<>();
    private final List<Work> works = new ArrayList<>();
    private int callers;

    User(Simulation simulation, int number, String owner, Member member, boolean restarted) {
        this.simulation = simulation;
        this.world = simulation.world;
        RudeListener listener =
                new RudeListener(this, simulation.plan.settings().throwing());
        this.process = new Instance(simulation, number, owner, member, restarted, listener);
    }

    /** Does something in this process by and by. */
    void later(long millis, Runnable task) {
        process.tasks.later(millis, task);
    }

    void want(Want want) {
        if (process.isDead() || process.isClosing() || simulation.isQuiet()) {
            return;
        }
        if (want.waitsInThread()) {
            process.tasks.apart(() -> acquire(want));
        } else {
            ask(want, request(want).build(), lock -> work(want, lock));
        }
    }

    private void work(Want want, Lock lock) {
        Work work = new Work(simulation, this, want, lock);
        works.add(work);
        if (simulation.isQuiet()) {
            work.endNow();
        } else {
            work.begin();
        }
    }

    /** Asks for a lock in a thread that waits for it, and is interrupted when the user loses patience. */
    private void acquire(Want want) {
        if (process.isClosing() || simulation.isQuiet()) {
            return;
        }
        String name = "caller-" + ++callers;
        LockRequest request = request(want).name(name).build();
        boolean patient = want.giveUpAfterMillis() < 0;
        long patience = patient ? LONGEST_CALL_NANOS : want.giveUpAfterMillis() * 1_000_000L;
        try {
            LockHandle handle =
                    process.callers.call(patience, name, () -> process.locks().acquire(request));
            granted(want, request, handle, Thread.currentThread()).ifPresent(lock -> work(want, lock));
        } catch (InterruptedException e) {
            simulation.trace(process, 20, () -> "is interrupted");
        } catch (LockException e) {
            simulation.trace(process, 22, () -> "fails: " + e.getMessage());
        }
    }

    /** Makes a blocking call in a thread that is interrupted after this time. */
    void interrupt(long millis, Blocks blocks) {
        process.tasks.apart(() -> {
            try {
                boolean unused = process.callers.call(millis * 1_000_000L, null, () -> {
                    blocks.run();
                    return true;
                });
            } catch (InterruptedException e) {
                simulation.trace(process, 21, () -> "is interrupted");
            } catch (LockException e) {
                simulation.trace(process, 22, () -> "fails: " + e.getMessage());
            }
        });
    }

    /** Asks for a lock, and notes the grant. */
    void ask(Want want, LockRequest request, Consumer<Lock> then) {
        Thread thread = Thread.currentThread();
        CompletableFuture<LockHandle> future = process.locks().acquireAsync(request);
        asked.add(future);
        if (want.giveUpAfterMillis() >= 0) {
            later(want.giveUpAfterMillis(), () -> giveUp(future));
        }
        CompletableFuture<Void> unused = future.handle((handle, failure) -> {
            process.tasks.now(() -> {
                asked.removeIf(each -> each == future);
                if (handle != null) {
                    granted(want, request, handle, thread).ifPresent(then);
                }
            });
            return null;
        });
    }

    private Optional<Lock> granted(Want want, LockRequest request, LockHandle handle, Thread thread) {
        if (process.isDead() || world.isOver()) {
            return Optional.empty();
        }
        // A callback or a thread that waits may be told late, of a lock that closing has freed meanwhile.
        boolean late = simulation.plan.settings().blocking() || want.waitsInThread();
        if (process.isClosed() && (!late || process.client().belief(handle).getAsBoolean())) {
            simulation.violated(Invariant.S9, "token " + handle.fencingToken() + " was granted by a closed client");
        }
        Held held = simulation.checks.holds.held(handle.lockId());
        Held mine = new Held(
                process,
                handle.key(),
                handle.lockId(),
                handle.fencingToken(),
                process.client().belief(handle),
                world.now() - late(handle));
        mine.overWhenGranted = process.client().wasOverWhenGranted(handle);
        mine.rate = process.machine.rate();
        mine.renewed = want.heartbeat();
        mine.leaseNanos = 1_000_000L * Math.max(want.leaseMillis(), process.member.leaseMillis());
        mine.maxHoldNanos = want.maxHoldMillis() == 0 ? null : want.maxHoldMillis() * 1_000_000L;
        mine.minHoldNanos = want.minHoldMillis() * 1_000_000L;
        mine.reentrantFor = want.reentrant() ? thread : null;
        mine.releasing = process.isClosing();
        simulation.trace(process, 7, () -> "is granted " + mine.described());
        simulation.checks.holds.granted(mine, request, handle.data().orElse(null), world.now());
        if (held != null) {
            return Optional.of(new Lock(handle, held));
        }
        simulation.granted();
        simulation.checks.minHolds.granted(mine);
        CompletableFuture<?> unused = handle.lost()
                .toCompletableFuture()
                .thenAccept(loss -> process.tasks.now(() -> {
                    if (!process.isDead() && !world.isOver()) {
                        simulation.lost();
                        simulation.trace(
                                process, 8, () -> "hears that it lost " + mine.described() + ": " + loss.reason());
                        simulation.checks.holds.lost(mine, loss.reason(), world.now());
                        process.dawdle();
                    }
                }));
        return Optional.of(new Lock(handle, mine));
    }

    /** For how long the lock is granted when its user is told; a thread that waits, or a callback, may be told late. */
    private long late(LockHandle handle) {
        long nanos = process.machine.monotonicNanos() - process.client().grantedNanos(handle);
        return (long) (nanos / process.machine.rate());
    }

    private LockRequest.Builder request(Want want) {
        return Requests.of(want, simulation.plan.settings(), process);
    }

    private void giveUp(CompletableFuture<LockHandle> future) {
        if (!future.isDone()) {
            simulation.trace(process, 9, () -> "gives up waiting");
            // As an interrupted thread does it, and as a caller does who cancels.
            boolean interrupted = asked.size() % 2 == 0;
            boolean unused = interrupted
                    ? future.completeExceptionally(new InterruptedException("simulated"))
                    : future.cancel(true);
        }
    }

    void giveUpAll() {
        List.copyOf(asked).forEach(future -> {
            boolean unused = future.completeExceptionally(new CancellationException("simulated"));
        });
    }

    void close() {
        process.willClose();
        later(0, () -> new CloseCheck(simulation, this).begin());
    }

    /** What it holds, as it knows. */
    List<Held> held() {
        List<Held> all = new ArrayList<>();
        for (int key = 0; key < simulation.plan.settings().keys(); key++) {
            for (Held held : simulation.checks.holds.live(Simulation.key(key))) {
                if (held.holder == process) {
                    all.add(held);
                }
            }
        }
        return all;
    }

    /** Ends all work at once. */
    void endAll() {
        works.forEach(Work::endNow);
    }

    void forceRelease(String key) {
        if (process.isClosing()) {
            return;
        }
        try {
            List<LockInfo> row = new ArrayList<>();
            waitFor(() -> process.locks().find(key).ifPresent(row::add));
            if (!row.isEmpty() && !row.get(0).released()) {
                waitFor(() -> {
                    boolean freed = process.locks().forceRelease(row.get(0));
                    simulation.trace(process, freed ? 14 : 15, () -> "has forced the release of " + key + ": " + freed);
                });
            }
        } catch (LockException e) {
            // Not found out, or not a lock row.
        }
    }

    /** One call of the client's that blocks. */
    interface Blocks {
        void run() throws InterruptedException;
    }

    /** Makes one such call; a second one would wait for a thread that is not there. */
    void waitFor(Blocks call) {
        world.blocking(() -> {
            try {
                call.run();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    void describe() {
        try {
            LockTables.validate(process.dynamoDb(), LockTable.named(Store.LOCKS));
        } catch (LockException | SdkException e) {
            // It could not be looked at.
        }
    }

    /** A lock as its user has it. */
    record Lock(LockHandle handle, Held held) {}
}

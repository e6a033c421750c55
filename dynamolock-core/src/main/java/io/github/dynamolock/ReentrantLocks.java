package io.github.dynamolock;

import io.github.dynamolock.table.Escapes;
import io.github.dynamolock.table.FencedHold;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Locks that their thread may acquire again: each acquisition is a level with a handle of its own, and the last level to be
 * released releases the lock. Thread-safe.
 */
final class ReentrantLocks {

    private record Owner(Thread thread, LockKey key) {}

    private final Map<Owner, Shared> owned = new ConcurrentHashMap<>();

    /** One more level of a lock that the thread holds, or null when it holds none. */
    @Nullable
    LockHandle reenter(Thread thread, LockKey key) {
        Shared shared = owned.get(new Owner(thread, key));
        return shared != null && shared.enter() ? new Level(shared) : null;
    }

    /** The first level of a lock that the thread was granted. */
    LockHandle first(Thread thread, LockKey key, Hold lock) {
        Owner owner = new Owner(thread, key);
        Shared shared = new Shared(owner, lock);
        owned.put(owner, shared);
        // A lost lock may never be released; its entry, and the thread in it, must not stay.
        Blocking.whenGranted(lock.lost().toCompletableFuture(), loss -> owned.remove(owner, shared));
        return new Level(shared);
    }

    /** Ends a lock whose caller has gone before it had the handle, be it a level or not. */
    static void giveUp(LockHandle handle) {
        if (handle instanceof Level level) {
            level.giveUp();
        } else if (handle instanceof Hold hold) {
            hold.giveUp();
        }
    }

    private final class Shared {
        private final Owner owner;
        private final Hold lock;

        /** Guarded by this. */
        private int levels = 1;

        /** Guarded by this: how many of them are still their thread's. */
        private int attached = 1;

        Shared(Owner owner, Hold lock) {
            this.owner = owner;
            this.lock = lock;
        }

        synchronized boolean enter() {
            boolean enters = attached > 0 && lock.isHeld();
            if (enters) {
                levels++;
                attached++;
            }
            return enters;
        }

        /** One level is no longer its thread's. */
        synchronized void detach() {
            attached--;
            if (attached == 0) {
                owned.remove(owner, this);
            }
        }

        /** Whether that was the last level. */
        synchronized boolean leave() {
            levels--;
            return levels == 0;
        }
    }

    private static final class Level implements LockHandle, FencedHold {

        private final Shared shared;
        private final AtomicBoolean left = new AtomicBoolean();
        private final AtomicBoolean detached = new AtomicBoolean();
        private volatile boolean last;

        Level(Shared shared) {
            this.shared = shared;
        }

        @Override
        public String key() {
            return shared.lock.key();
        }

        @Override
        public String ownerName() {
            return shared.lock.ownerName();
        }

        @Override
        public String lockId() {
            return shared.lock.lockId();
        }

        @Override
        public long fencingToken() {
            return shared.lock.fencingToken();
        }

        @Override
        public Optional<SdkBytes> data() {
            return shared.lock.data();
        }

        @Override
        public Map<String, AttributeValue> attributes() {
            return shared.lock.attributes();
        }

        @Override
        public boolean isHeld() {
            return !left.get() && shared.lock.isHeld();
        }

        @Override
        public boolean isAlmostExpired() {
            return left.get() || shared.lock.isAlmostExpired();
        }

        @Override
        public Duration remainingLease() {
            return left.get() ? Duration.ZERO : shared.lock.remainingLease();
        }

        @Override
        public void heartbeat() throws InterruptedException {
            requireNotLeft();
            shared.lock.heartbeat();
        }

        @Override
        public void heartbeat(HeartbeatRequest request) throws InterruptedException {
            requireNotLeft();
            shared.lock.heartbeat(request);
        }

        @Override
        public void extend(Duration atLeast) throws InterruptedException {
            requireNotLeft();
            shared.lock.extend(atLeast);
        }

        @Override
        public void limitHold(@Nullable Duration minHold, @Nullable Duration maxHold) {
            requireNotLeft();
            shared.lock.limitHold(minHold, maxHold);
        }

        @Override
        public TransactWriteItem check() {
            requireNotLeft();
            return shared.lock.check();
        }

        @Override
        public FencedHold.Renewal renewal() {
            requireNotLeft();
            return shared.lock.renewal();
        }

        @Override
        public void detach() {
            if (detached.compareAndSet(false, true)) {
                shared.detach();
            }
        }

        private boolean leave() {
            detach();
            return shared.leave();
        }

        private void requireNotLeft() {
            if (left.get()) {
                throw new LockException("this level of lock '" + Escapes.escape(key()) + "' was released", null);
            }
        }

        @Override
        public ReleaseResult release() {
            return release(ReleaseRequest.plain());
        }

        @Override
        public ReleaseResult release(ReleaseRequest request) {
            if (left.compareAndSet(false, true)) {
                last = leave();
                return last ? shared.lock.release(request) : ReleaseResult.RELEASED;
            }
            return last ? shared.lock.release(request) : ReleaseResult.ALREADY_RELEASED;
        }

        void giveUp() {
            if (left.compareAndSet(false, true)) {
                last = shared.leave();
                if (last) {
                    shared.lock.giveUp();
                }
            }
        }

        @Override
        public CompletionStage<ReleaseResult> releaseAsync() {
            if (left.compareAndSet(false, true)) {
                last = leave();
                return last ? shared.lock.releaseAsync() : CompletableFuture.completedStage(ReleaseResult.RELEASED);
            }
            return last ? shared.lock.releaseAsync() : CompletableFuture.completedStage(ReleaseResult.ALREADY_RELEASED);
        }

        @Override
        public CompletionStage<LockLoss> lost() {
            return shared.lock.lost();
        }

        @Override
        public void close() {
            if (left.compareAndSet(false, true)) {
                last = leave();
                if (last) {
                    shared.lock.close();
                }
            }
        }
    }
}

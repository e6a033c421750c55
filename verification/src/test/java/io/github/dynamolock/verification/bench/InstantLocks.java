package io.github.dynamolock.verification.bench;

import io.github.dynamolock.HeartbeatRequest;
import io.github.dynamolock.HeldLock;
import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockListener;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.ReleaseRequest;
import io.github.dynamolock.ReleaseResult;
import io.github.dynamolock.WaitingLock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A lock client that grants everything at once, so that what is measured is the advice. */
final class InstantLocks implements LockClient {

    @Override
    public LockHandle acquire(String key) {
        return new Handle(key);
    }

    @Override
    public LockHandle acquire(LockRequest request) {
        return new Handle(request.key());
    }

    @Override
    public Optional<LockHandle> tryAcquire(String key) {
        return Optional.of(acquire(key));
    }

    @Override
    public Optional<LockHandle> tryAcquire(LockRequest request) {
        return Optional.of(acquire(request));
    }

    @Override
    public CompletableFuture<LockHandle> acquireAsync(LockRequest request) {
        return CompletableFuture.completedFuture(acquire(request));
    }

    @Override
    public Optional<LockInfo> find(String key) {
        return Optional.empty();
    }

    @Override
    public Optional<LockInfo> find(AttributeValue key) {
        return Optional.empty();
    }

    @Override
    public boolean forceRelease(LockInfo seen) {
        return false;
    }

    @Override
    public List<HeldLock> heldLocks() {
        return List.of();
    }

    @Override
    public List<WaitingLock> waitingLocks() {
        return List.of();
    }

    @Override
    public String ownerName() {
        return "bench";
    }

    @Override
    public String tableName() {
        return "locks";
    }

    @Override
    public void addListener(LockListener listener) {
        throw new UnsupportedOperationException();
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
    public void close() {}

    private static final class Handle implements LockHandle {

        private final String key;
        private final CompletableFuture<LockLoss> lost = new CompletableFuture<>();

        Handle(String key) {
            this.key = key;
        }

        @Override
        public String key() {
            return key;
        }

        @Override
        public String ownerName() {
            return "bench";
        }

        @Override
        public String lockId() {
            return "hold";
        }

        @Override
        public long fencingToken() {
            return 1;
        }

        @Override
        public Optional<SdkBytes> data() {
            return Optional.empty();
        }

        @Override
        public Map<String, AttributeValue> attributes() {
            return Map.of();
        }

        @Override
        public boolean isHeld() {
            return true;
        }

        @Override
        public boolean isAlmostExpired() {
            return false;
        }

        @Override
        public Duration remainingLease() {
            return Duration.ofSeconds(20);
        }

        @Override
        public void heartbeat() {}

        @Override
        public void heartbeat(HeartbeatRequest request) {}

        @Override
        public void extend(Duration atLeast) {}

        @Override
        public ReleaseResult release() {
            return ReleaseResult.RELEASED;
        }

        @Override
        public ReleaseResult release(ReleaseRequest request) {
            return ReleaseResult.RELEASED;
        }

        @Override
        public CompletionStage<ReleaseResult> releaseAsync() {
            return CompletableFuture.completedStage(ReleaseResult.RELEASED);
        }

        @Override
        public CompletionStage<LockLoss> lost() {
            return lost;
        }

        @Override
        public void close() {}
    }
}

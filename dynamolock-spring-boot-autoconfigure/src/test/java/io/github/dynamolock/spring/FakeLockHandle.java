package io.github.dynamolock.spring;

import io.github.dynamolock.HeartbeatRequest;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.ReleaseRequest;
import io.github.dynamolock.ReleaseResult;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A handle of {@link FakeLockClient}, which a test can lose. */
public final class FakeLockHandle implements LockHandle {

    private final FakeLockClient client;
    private final String key;
    private final long token;
    private final CompletableFuture<LockLoss> lost = new CompletableFuture<>();
    /** Whether it has been parted from its thread. */
    public volatile boolean detached;

    private volatile boolean silentlyLost;
    private volatile boolean released;

    FakeLockHandle(FakeLockClient client, String key, long token) {
        this.client = client;
        this.key = key;
        this.token = token;
    }

    /** Loses the lock and tells so, on the calling thread. */
    public void lose() {
        silentlyLost = true;
        lost.complete(new LockLoss(LockLoss.Reason.TAKEN_OVER, null));
    }

    /** Loses the lock without a word, as when the process was paused. */
    public void loseSilently() {
        silentlyLost = true;
    }

    @Override
    public String key() {
        return key;
    }

    @Override
    public String ownerName() {
        return client.ownerName();
    }

    @Override
    public String lockId() {
        return "fake-" + fencingToken();
    }

    @Override
    public long fencingToken() {
        return token;
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
        return !silentlyLost && !released;
    }

    @Override
    public boolean isAlmostExpired() {
        return !isHeld();
    }

    @Override
    public Duration remainingLease() {
        return isHeld() ? Duration.ofSeconds(20) : Duration.ZERO;
    }

    @Override
    public void heartbeat() {}

    @Override
    public void heartbeat(HeartbeatRequest request) {}

    @Override
    public void extend(Duration atLeast) {}

    @Override
    public ReleaseResult release() {
        boolean before = released;
        client.forget(this);
        released = true;
        if (silentlyLost) {
            return ReleaseResult.LOST;
        }
        return before ? ReleaseResult.ALREADY_RELEASED : ReleaseResult.RELEASED;
    }

    @Override
    public ReleaseResult release(ReleaseRequest request) {
        return release();
    }

    @Override
    public CompletionStage<ReleaseResult> releaseAsync() {
        return client.releases.thenApply(now -> release());
    }

    @Override
    public void detach() {
        detached = true;
    }

    @Override
    public CompletionStage<LockLoss> lost() {
        return lost;
    }

    @Override
    public void close() {
        release();
    }
}

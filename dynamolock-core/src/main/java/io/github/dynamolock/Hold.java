package io.github.dynamolock;

import io.github.dynamolock.table.LockRow;
import io.github.dynamolock.table.RecordVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A granted lock: its state, and what its holder may ask. {@link Renewals} keeps it, {@link Releasing} ends it.
 *
 * <p>States: HELD → ENDING (a release is under way, or failed and may be tried again) → RELEASED; and from HELD, at any
 * time, lost. Once it has left HELD it never is held again. Changes happen under the object's monitor, which is never held
 * during a call or a callback; reads of {@link #isHeld} take no lock.
 */
final class Hold implements LockHandle {

    private static final Logger log = LoggerFactory.getLogger(Hold.class);

    private enum State {
        HELD,
        ENDING,
        RELEASED
    }

    private final Engine engine;
    private final LockRequest request;
    private final AcquireSettings settings;
    private final long fencingToken;
    private final Map<String, AttributeValue> attributes;
    private final Moment granted;
    private final String thread;
    private final Renewals renewals;
    private final Releasing releasing;
    private final CompletableFuture<LockLoss> lost = new CompletableFuture<>();

    private volatile State state = State.HELD;
    private volatile Lease lease;
    private volatile @Nullable SdkBytes data;
    private volatile long renewalCount;
    private volatile @Nullable LockLoss loss;

    Hold(
            Engine engine,
            LockRequest request,
            AcquireSettings settings,
            String holdId,
            LockRow row,
            Moment sent,
            String thread) {
        this.engine = engine;
        this.request = request;
        this.settings = settings;
        this.fencingToken = row.fencingToken();
        this.attributes = row.attributes();
        this.data = row.data();
        this.granted = engine.clock().now();
        this.thread = thread;
        this.lease = Lease.granted(holdId, sent, settings.lease(), granted, settings.maxHold());
        this.renewals =
                new Renewals(engine, this, settings, request.almostExpired().orElse(null));
        this.releasing = new Releasing(engine, this, request.deleteOnRelease());
    }

    /** Starts renewing, and watching the lease's end. */
    void begin() {
        renewals.begin();
    }

    @Override
    public String key() {
        return request.key();
    }

    LockKey lockKey() {
        return request.lockKey();
    }

    String holdId() {
        return lease.holdId();
    }

    Duration leaseDuration() {
        return settings.lease();
    }

    @Override
    public String ownerName() {
        return engine.settings().ownerName();
    }

    @Override
    public long fencingToken() {
        return fencingToken;
    }

    @Override
    public Optional<SdkBytes> data() {
        return Optional.ofNullable(data);
    }

    @Override
    public Map<String, AttributeValue> attributes() {
        return new HashMap<>(attributes);
    }

    @Override
    public boolean isHeld() {
        return state == State.HELD && leaseNow().loss() == null;
    }

    @Override
    public boolean isAlmostExpired() {
        Moment now = now();
        return !isHeld()
                || request.almostExpired()
                        .map(notice -> lease.age(now) >= notice.safeTime().toNanos())
                        .orElse(false);
    }

    @Override
    public Duration remainingLease() {
        return state == State.HELD ? Duration.ofNanos(leaseNow().remainingNanos(now())) : Duration.ZERO;
    }

    /** The lease as it is now; a loss that has come by time alone is told as soon as anyone looks. */
    Lease leaseNow() {
        Lease current = lease;
        if (current.loss() == null && current.at(now()).loss() != null) {
            Lease after = update(l -> l.at(now()), null);
            if (after.loss() != null) {
                renewals.tellAlmostExpired();
            }
            return after;
        }
        return current;
    }

    @Override
    public void heartbeat() throws InterruptedException {
        heartbeat(HeartbeatRequest.plain());
    }

    @Override
    public void heartbeat(HeartbeatRequest change) throws InterruptedException {
        Blocking.await(engine.calls(), () -> renewals.now(settings.lease(), change));
    }

    @Override
    public void extend(Duration atLeast) throws InterruptedException {
        ClientSettings.requireLease("extension", atLeast);
        Duration lease = Lease.lastingFor(atLeast);
        ClientSettings.requireLease("the lease of an extension", lease);
        Blocking.await(engine.calls(), () -> renewals.now(lease, HeartbeatRequest.plain()));
    }

    @Override
    public ReleaseResult release() {
        return release(ReleaseRequest.plain());
    }

    @Override
    public ReleaseResult release(ReleaseRequest how) {
        return Blocking.awaitUninterruptibly(releasing.start(how, engine.calls()));
    }

    /** Releases without anyone waiting for it: the caller has gone. */
    void giveUp() {
        Blocking.whenFailed(
                releasing.start(ReleaseRequest.plain(), engine.calls()),
                failure -> log.warn(
                        "lock {} of a caller that has gone could not be released; it lapses with its lease",
                        lockKey(),
                        failure));
    }

    /** Ends the hold because the client closes: tells the holder, then frees the row. */
    CompletableFuture<ReleaseResult> close(Executor executor) {
        update(l -> l.lost(LockLoss.Reason.CLIENT_CLOSED), null);
        return releasing.start(ReleaseRequest.plain(), executor);
    }

    @Override
    public void close() {
        try {
            release();
        } catch (RuntimeException e) {
            log.warn("lock {} could not be released; it lapses with its lease", lockKey(), e);
        }
    }

    @Override
    public CompletionStage<LockLoss> lost() {
        return lost.minimalCompletionStage();
    }

    Lease lease() {
        return lease;
    }

    /** The next value of the lease after an event, unless the hold is ending; a loss is told once, on another thread. */
    Lease update(UnaryOperator<Lease> event, @Nullable LockRow seen) {
        return update(State.HELD, event, seen);
    }

    private Lease update(State in, UnaryOperator<Lease> event, @Nullable LockRow seen) {
        LockLoss told = null;
        synchronized (this) {
            if (state != in) {
                return lease;
            }
            LockLoss.Reason before = lease.loss();
            lease = event.apply(lease);
            LockLoss.Reason after = lease.loss();
            if (before == null && after != null) {
                told = new LockLoss(after, seen == null ? null : LockInfos.of(lockKey(), seen, LockInfo.State.HELD));
                loss = told;
            }
        }
        if (told != null) {
            tell(told);
        }
        return lease;
    }

    private void tell(LockLoss told) {
        renewals.stop();
        engine.holds().remove(this);
        engine.queues().ended(this);
        log.info("lock {} of {} was lost: {}", lockKey(), Escapes.escape(ownerName()), told.reason());
        HeldLock last = snapshot();
        engine.calls().execute(() -> {
            engine.listeners().lost(last, told);
            lost.complete(told);
        });
    }

    /** Leaves HELD for a release, unless it was lost before: then why. From here on it can't be lost by time. */
    @Nullable
    LockLoss ending() {
        leaseNow();
        synchronized (this) {
            if (loss != null) {
                return loss;
            }
            state = State.ENDING;
        }
        renewals.stop();
        return null;
    }

    /** The row is free. */
    void released() {
        synchronized (this) {
            state = State.RELEASED;
        }
        engine.holds().remove(this);
        engine.listeners().released(snapshot());
    }

    /** A release found that the lock was another's already. */
    void lostWhileEnding(LockLoss.Reason reason, @Nullable LockRow seen) {
        update(State.ENDING, l -> l.lost(reason), seen);
    }

    /** The lease with the counter of a renewal that is about to be sent; null when there is nothing to renew. */
    @Nullable
    Lease sending(Duration atLeast) {
        leaseNow();
        Moment now = now();
        synchronized (this) {
            if (state != State.HELD || lease.loss() != null) {
                return null;
            }
            lease = lease.sending(atLeast, now);
            return lease;
        }
    }

    /** Why it can't be renewed. */
    LockException notHeld() {
        LockLoss told = loss;
        return told != null
                ? Errors.lost(lockKey(), told)
                : new LockException("lock " + lockKey() + " was released and can't be renewed", null);
    }

    synchronized void renewed(@Nullable SdkBytes newData, boolean deleted) {
        renewalCount++;
        if (newData != null || deleted) {
            data = newData;
        }
    }

    HeldLock snapshot() {
        Moment now = now();
        Lease current = lease;
        return new HeldLock(
                key(),
                request.name().orElse(null),
                ownerName(),
                fencingToken,
                Instant.ofEpochMilli(granted.wallMillis()),
                Duration.ofNanos(Math.max(0, now.since(granted))),
                state == State.HELD ? Duration.ofNanos(current.remainingNanos(now)) : Duration.ZERO,
                Instant.ofEpochMilli(current.confirmed().wallMillis()),
                renewalCount,
                thread);
    }

    /** The row as this holder knows it, for who else wants it in this client. */
    LockInfo info() {
        return new LockInfo(
                key(),
                ownerName(),
                settings.lease(),
                RecordVersion.of(lease.holdId(), lease.confirmedCounter()),
                false,
                fencingToken,
                data,
                attributes(),
                LockInfo.State.HELD_BY_THIS_CLIENT);
    }

    private Moment now() {
        return engine.clock().now();
    }
}

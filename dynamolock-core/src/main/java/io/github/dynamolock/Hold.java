package io.github.dynamolock;

import io.github.dynamolock.table.FencedHold;
import io.github.dynamolock.table.LockRow;
import io.github.dynamolock.table.LockRows;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * A granted lock: what its holder may ask. {@link HoldState} knows where it stands, {@link Renewals} keeps it, {@link Releasing} ends it.
 */
final class Hold implements LockHandle, FencedHold {

    private static final Logger log = LoggerFactory.getLogger(Hold.class);

    private final Engine engine;
    private final Grant grant;
    private final LockRows rows;
    private final HoldState state;
    private final Renewals renewals;
    private final Releasing releasing;
    private final CompletableFuture<LockLoss> lost = new CompletableFuture<>();

    private volatile MinHold minHold;
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
        Moment granted = engine.clock().now();
        this.grant = Grant.of(request, settings, engine.settings().ownerName(), holdId, row, granted, thread);
        this.rows = engine.rows(request);
        this.data = row.data();
        this.state = new HoldState(
                engine.clock(),
                Lease.granted(holdId, row.fencingToken(), sent, settings.lease(), granted, settings.maxHold()),
                this::tellLoss);
        this.renewals =
                new Renewals(engine, this, settings, request.almostExpired().orElse(null));
        this.releasing = new Releasing(engine, this, request.deleteOnRelease());
        this.minHold = MinHold.of(request, granted);
    }

    /** Starts renewing, and watching the lease's end. */
    void begin() {
        renewals.begin();
    }

    @Override
    public String key() {
        return grant.key();
    }

    LockKey lockKey() {
        return grant.request().lockKey();
    }

    /** For the log. */
    String described() {
        return grant.described();
    }

    LockRows rows() {
        return rows;
    }

    String holdId() {
        return grant.holdId();
    }

    @Override
    public String lockId() {
        return holdId();
    }

    Duration leaseDuration() {
        return grant.settings().lease();
    }

    /** Zero when it is not renewed by itself. */
    Duration heartbeatPeriod() {
        return grant.settings().heartbeat();
    }

    @Override
    public String ownerName() {
        return grant.ownerName();
    }

    @Override
    public long fencingToken() {
        return grant.fencingToken();
    }

    @Override
    public Optional<SdkBytes> data() {
        return Optional.ofNullable(data);
    }

    @Override
    public Map<String, AttributeValue> attributes() {
        return new HashMap<>(grant.attributes());
    }

    @Override
    public boolean isHeld() {
        return state.isHeld();
    }

    @Override
    public boolean isAlmostExpired() {
        Moment now = now();
        return !isHeld()
                || grant.request()
                        .almostExpired()
                        .map(notice ->
                                state.lease().age(now) >= notice.safeTime().toNanos())
                        .orElse(false);
    }

    @Override
    public Duration remainingLease() {
        return Duration.ofNanos(state.remainingNanos());
    }

    @Override
    public void heartbeat() throws InterruptedException {
        heartbeat(HeartbeatRequest.plain());
    }

    @Override
    public void heartbeat(HeartbeatRequest change) throws InterruptedException {
        Blocking.await(engine.calls(), () -> renewals.now(leaseDuration(), change));
    }

    @Override
    public void extend(Duration atLeast) throws InterruptedException {
        ClientSettings.requireLease("extension", atLeast);
        Duration lease = Lease.lastingFor(atLeast);
        ClientSettings.requireLease("the lease of an extension", lease);
        Blocking.await(engine.calls(), () -> renewals.now(lease, HeartbeatRequest.plain()));
    }

    @Override
    public void limitHold(@Nullable Duration atLeast, @Nullable Duration atMost) {
        if (atMost != null) {
            ClientSettings.requirePositive("maxHold", atMost);
        }
        if (atLeast != null) {
            MinHold.require(atLeast, atMost);
        }
        Moment now = now();
        if (!state.limit(now, atMost)) {
            throw notHeld();
        }
        minHold = atLeast == null ? MinHold.NONE : new MinHold(now, atLeast.toNanos());
        renewals.arm();
    }

    @Override
    public TransactWriteItem check() {
        if (!isHeld()) {
            throw notHeld();
        }
        return rows.check(lockKey().value(), holdId(), fencingToken());
    }

    @Override
    public FencedHold.Renewal renewal() {
        return renewals.inTransaction();
    }

    @Override
    public ReleaseResult release() {
        return release(ReleaseRequest.plain());
    }

    @Override
    public ReleaseResult release(ReleaseRequest how) {
        return Blocking.awaitUninterruptibly(releasing.start(how, minHold, engine.calls()));
    }

    @Override
    public CompletionStage<ReleaseResult> releaseAsync() {
        return releasing
                .start(ReleaseRequest.plain(), minHold, engine.calls())
                .thenApplyAsync(result -> result, engine.callbacks())
                .minimalCompletionStage();
    }

    /** Releases without anyone waiting for it, and at once: the caller has gone, and had no use of the lock. */
    void giveUp() {
        Blocking.whenFailed(
                releasing.start(ReleaseRequest.plain(), MinHold.NONE, engine.calls()),
                failure -> log.warn(
                        "{}, whose caller has gone, could not be released; it lapses with its lease",
                        described(),
                        failure));
    }

    /**
     * Ends the hold because the client closes: tells the holder, then frees the row, or leaves it to lapse at the end of its
     * shortest hold. May be tried again.
     */
    CompletableFuture<ReleaseResult> close(Executor executor) {
        Lease unused = state.update(l -> l.lost(LockLoss.Reason.CLIENT_CLOSED), null);
        return releasing.start(ReleaseRequest.plain(), minHold, executor);
    }

    /** Renews the row alone, for nobody who believes in it; false when that did not reach the table, as far as known. */
    boolean renewRow() {
        return renewals.ofRow();
    }

    @Override
    public void close() {
        try {
            release();
        } catch (RuntimeException e) {
            log.warn("{} could not be released; it lapses with its lease", described(), e);
        }
    }

    @Override
    public CompletionStage<LockLoss> lost() {
        return lost.minimalCompletionStage();
    }

    HoldState state() {
        return state;
    }

    private void tellLoss(LockLoss.Reason reason, @Nullable LockRow seen) {
        LockLoss told = new LockLoss(reason, seen == null ? null : LockInfos.of(lockKey(), seen, LockInfo.State.HELD));
        loss = told;
        renewals.stop();
        if (reason == LockLoss.Reason.EXPIRED) {
            renewals.tellAlmostExpired();
        }
        engine.holds().remove(this);
        engine.queues().ended(this);
        HeldLock last = snapshot();
        engine.callbacks().execute(() -> {
            engine.listeners().lost(last, told);
            lost.complete(told);
        });
    }

    /** Leaves HELD for a release; false when it is lost. */
    boolean ending() {
        boolean ending = state.leaseNow().loss() == null && state.ending();
        renewals.stop();
        return ending;
    }

    /** The row is free. */
    void released() {
        state.released();
        engine.holds().remove(this);
        engine.listeners().released(snapshot());
    }

    /** Why it can't be renewed. */
    LockException notHeld() {
        LockLoss.Reason reason = state.lease().loss();
        LockLoss told = loss;
        return reason != null
                ? Errors.lost(lockKey(), told == null ? new LockLoss(reason, null) : told)
                : new LockException("lock " + lockKey() + " was released and can't be renewed", null);
    }

    synchronized void renewed(@Nullable SdkBytes newData, boolean deleted) {
        renewalCount++;
        if (newData != null || deleted) {
            data = newData;
        }
    }

    HeldLock snapshot() {
        return grant.held(state, renewalCount, now());
    }

    /** The row as this holder knows it, for who else wants it in this client. */
    LockInfo info() {
        return grant.info(state, data);
    }

    private Moment now() {
        return engine.clock().now();
    }
}

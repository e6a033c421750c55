package io.github.dynamolock;

import io.github.dynamolock.LockRequest.AlmostExpired;
import io.github.dynamolock.table.FencedHold;
import io.github.dynamolock.table.LockRow;
import io.github.dynamolock.table.LockRows;
import io.github.dynamolock.table.RecordVersion;
import io.github.dynamolock.table.WriteResult;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Keeps one hold: renews it when due, and looks when its lease ends. Each hold has its own due time, so holds do not wait
 * for each other; the calls go to a bounded pool.
 *
 * <p>Renewals of one hold may overlap, when the caller asks for one: their counters put them in order, in the table and
 * here. No other monitor is taken while this one is held.
 */
final class Renewals {

    private static final Logger log = LoggerFactory.getLogger(Renewals.class);

    private static final int ROUNDS = 3;

    private final Engine engine;
    private final Hold hold;
    private final AcquireSettings settings;
    private final @Nullable AlmostExpired notice;
    private final LockRows rows;

    /** Guarded by this. */
    private Scheduler.@Nullable Scheduled next;

    /** Guarded by this. */
    private boolean stopped;

    /** Guarded by this. */
    private boolean renewing;

    /** Guarded by this. */
    private final RenewalSchedule schedule;

    /** Guarded by this. */
    private boolean noticed;

    Renewals(Engine engine, Hold hold, AcquireSettings settings, @Nullable AlmostExpired notice) {
        this.engine = engine;
        this.hold = hold;
        this.settings = settings;
        this.notice = notice;
        this.schedule = new RenewalSchedule(settings.heartbeat(), engine.random());
        this.rows = settings.callTimeout().equals(engine.settings().callTimeout())
                ? hold.rows()
                : hold.rows().within(settings.callTimeout());
    }

    void begin() {
        synchronized (this) {
            schedule.granted(
                    hold.state().lease().confirmed().nanos(), engine.holds().size());
        }
        arm();
    }

    synchronized void stop() {
        stopped = true;
        if (next != null) {
            next.cancel();
            next = null;
        }
    }

    /** Renews now, for a caller who waits; writes a lease of at least this length. */
    void now(Duration atLeast, HeartbeatRequest change) {
        RuntimeException failure = attempt(atLeast, change);
        for (int retry = 0; retry < change.retries() && failure instanceof LockTableException; retry++) {
            failure = attempt(atLeast, change);
        }
        arm();
        if (failure != null) {
            throw failure;
        }
    }

    /** Looks again when something is due next. */
    void arm() {
        Lease lease = hold.state().leaseNow();
        Moment now = engine.clock().now();
        synchronized (this) {
            if (stopped) {
                return;
            }
            long delay = lease.remainingNanos(now);
            if (schedule.isAutomatic() && !renewing) {
                delay = Math.min(delay, schedule.nanosUntilDue(now.nanos()));
            }
            if (notice != null && !noticed) {
                delay = Math.min(delay, notice.safeTime().toNanos() - lease.age(now));
            }
            if (next != null) {
                next.cancel();
            }
            next = engine.scheduler().schedule(Math.max(0, delay), this::tick);
        }
    }

    private void tick() {
        Lease lease = hold.state().leaseNow();
        Moment now = engine.clock().now();
        boolean due;
        boolean almost;
        synchronized (this) {
            if (stopped) {
                return;
            }
            due = schedule.isAutomatic() && !renewing && schedule.nanosUntilDue(now.nanos()) <= 0;
            renewing |= due;
            almost = notice != null && lease.age(now) >= notice.safeTime().toNanos();
        }
        if (due) {
            engine.renewals().execute(this::automatic);
        }
        if (almost) {
            tellAlmostExpired();
        }
        arm();
    }

    private void automatic() {
        RuntimeException failure = new IllegalStateException("the renewal did not end");
        try {
            failure = attempt(settings.lease(), HeartbeatRequest.plain());
        } finally {
            ended(failure == null);
            arm();
        }
    }

    private void ended(boolean renewed) {
        long confirmed = hold.state().lease().confirmed().nanos();
        long now = engine.clock().now().nanos();
        synchronized (this) {
            renewing = false;
            if (renewed) {
                schedule.renewed(confirmed);
            } else {
                schedule.failed(now);
            }
        }
    }

    /** Sends one renewal; null when it is in the table, or why not. */
    private @Nullable RuntimeException attempt(Duration atLeast, HeartbeatRequest change) {
        for (int round = 0; round < ROUNDS; round++) {
            Lease sending = hold.state().sending(atLeast);
            if (sending == null) {
                return hold.notHeld();
            }
            WriteResult result;
            try {
                result = rows.renew(hold.lockKey().value(), sending.renew(), change.data(), change.deleteData());
            } catch (RuntimeException e) {
                return failed(e);
            }
            if (result instanceof WriteResult.Unknown unknown) {
                return failed(unknown.cause());
            }
            LockRow row = result instanceof WriteResult.Refused refused ? refused.row() : null;
            if (result instanceof WriteResult.Applied || isWrittenBy(sending, row)) {
                return succeeded(sending, change);
            }
            Moment answered = engine.clock().now();
            if (hold.state().update(lease -> lease.refused(row, answered), row).loss() != null) {
                return hold.notHeld();
            }
            if (change.data() == null && !change.deleteData()) {
                // A later renewal of the same hold came first: the lease is renewed all the same.
                return null;
            }
        }
        return failed(new IllegalStateException("other renewals of the same lock came first each time"));
    }

    /**
     * Renews the row alone, while its release waits: the hold stays what it is, and nobody is told. It refuses itself once
     * the row is free; false when it did not reach the table, as far as known.
     */
    boolean ofRow() {
        Lease sending = hold.state().sendingForRow(settings.lease());
        try {
            return !(rows.renew(hold.lockKey().value(), sending.renew(), null, false) instanceof WriteResult.Unknown);
        } catch (RuntimeException e) {
            log.debug("the row of {} was not renewed while its release waits", hold.described(), e);
            return false;
        }
    }

    /** A renewal that the caller sends in a transaction of his own. */
    FencedHold.Renewal inTransaction() {
        Lease sending = hold.state().sending(settings.lease());
        if (sending == null) {
            throw hold.notHeld();
        }
        Runnable applied = () -> {
            RuntimeException unused = succeeded(sending, HeartbeatRequest.plain());
            arm();
        };
        TransactWriteItem item = rows.renewal(hold.lockKey().value(), sending.renew());
        return new TransactionRenewal(item, engine.clock(), hold, rows, applied);
    }

    private static boolean isWrittenBy(Lease sending, @Nullable LockRow row) {
        return row != null
                && sending.isHolderOf(row)
                && RecordVersion.of(sending.holdId(), sending.counter()).equals(row.version());
    }

    private @Nullable RuntimeException succeeded(Lease sending, HeartbeatRequest change) {
        Moment answered = engine.clock().now();
        Lease after = hold.state().update(lease -> lease.renewed(sending, answered), null);
        if (after.loss() != null) {
            return hold.notHeld();
        }
        hold.renewed(change.data(), change.deleteData());
        engine.listeners().renewed(hold.snapshot(), Duration.ofNanos(answered.since(sending.sent())));
        return null;
    }

    private RuntimeException failed(RuntimeException cause) {
        engine.listeners().renewalFailed(hold.snapshot(), cause);
        return Errors.unusable(
                engine.settings().table(),
                "lock " + hold.lockKey() + " could not be renewed and is held until its lease ends",
                cause);
    }

    /** Tells once that the lease is near its end, or already past it. */
    void tellAlmostExpired() {
        synchronized (this) {
            if (notice == null || noticed) {
                return;
            }
            noticed = true;
        }
        Runnable callback = notice.callback();
        if (callback != null) {
            engine.callbacks().execute(callback);
        }
    }
}

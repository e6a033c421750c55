package io.github.dynamolock;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;

/** What several threads may do to one hold at a time: its holder, its renewals, its release, and time itself. */
public final class HoldStateThreads {

    private static final Duration LEASE = Duration.ofNanos(100);
    private static final long STEP_NANOS = 50;

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger told = new AtomicInteger();
    private final HoldState state = new HoldState(
            this::now,
            Lease.granted("hold", 1, new Moment(0, 0), LEASE, new Moment(0, 0), null),
            (reason, row) -> told.incrementAndGet());

    /** Of the one thread that renews. */
    private @Nullable Lease sending;

    private Moment now() {
        return new Moment(nanos.get(), 0);
    }

    /** Half a lease passes: twice, and it is over. */
    @Operation
    public void timePasses() {
        nanos.addAndGet(STEP_NANOS);
    }

    @Operation
    public boolean isHeld() {
        return state.isHeld();
    }

    @Operation
    public long remaining() {
        return state.remainingNanos();
    }

    @Operation(nonParallelGroup = "renewals")
    public long sendsARenewal() {
        sending = state.sending(LEASE);
        return sending == null ? -1 : sending.counter();
    }

    @Operation(nonParallelGroup = "renewals")
    public long renewalArrives() {
        Lease renewal = sending;
        if (renewal == null) {
            return -1;
        }
        Moment now = now();
        Lease unused = state.update(lease -> lease.renewed(renewal, now), null);
        return state.lease().confirmedCounter();
    }

    @Operation
    public String renewalIsRefused() {
        Moment now = now();
        return String.valueOf(
                state.update(lease -> lease.refused(null, now), null).loss());
    }

    @Operation
    public boolean limit() {
        return state.limit(new Moment(0, 0), Duration.ofNanos(STEP_NANOS));
    }

    @Operation
    public boolean ending() {
        return state.ending();
    }

    @Operation
    public void releaseFindsAnother() {
        state.lostWhileEnding(LockLoss.Reason.TAKEN_OVER, null);
    }

    /** A loss is told once, and none is told of a lock that is not lost. */
    @Validate
    public void toldOnce() {
        int expected = state.lease().loss() == null ? 0 : 1;
        if (told.get() != expected) {
            throw new IllegalStateException(
                    "told " + told + " times of " + state.lease().loss());
        }
    }
}

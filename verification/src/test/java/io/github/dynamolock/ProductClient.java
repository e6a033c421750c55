package io.github.dynamolock;

import io.github.dynamolock.Acquisition.Step;
import io.github.dynamolock.model.AnsweredRow;
import io.github.dynamolock.model.ClientView;
import io.github.dynamolock.model.ClientView.Phase;
import io.github.dynamolock.model.TracedClient;
import io.github.dynamolock.table.LockRow;
import io.github.dynamolock.table.RecordVersion;
import io.github.dynamolock.table.Renew;
import io.github.dynamolock.table.WriteResult;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client of the product's own {@link Acquisition}, {@link Observations} and {@link Lease}, without its shells. What it
 * adds is what {@code AcquireTask} and {@code Renewals} do with what these say, and a clock of its own rate.
 */
final class ProductClient implements TracedClient {

    private static final LockKey KEY = LockKey.of("k");
    private static final long POLL_NANOS = 1_000_000_000L;

    private final Duration leaseDuration;
    private final TracedTime time;
    private final double rate;
    private final Supplier<String> ids;
    private final Random random;

    private Observations observations = new Observations();
    private Phase phase = Phase.IDLE;
    private String request = "";
    private Set<String> cleared = Set.of();
    private @Nullable Acquisition acquisition;
    private @Nullable Lease lease;
    private @Nullable Lease sending;
    private long pauseEnds;

    ProductClient(String leaseTicks, TracedTime time, double rate, Supplier<String> ids, Random random) {
        this.leaseDuration = Duration.ofNanos((long) (Double.parseDouble(leaseTicks) * TracedTime.TICK_NANOS));
        this.time = time;
        this.rate = rate;
        this.ids = ids;
        this.random = random;
    }

    @Override
    public ClientView view() {
        look();
        Acquisition current = acquisition;
        Lease held = lease;
        String hold = current != null ? current.holdId() : held == null ? "" : held.holdId();
        Set<String> orphans = current != null ? new TreeSet<>(current.orphans()) : Set.of();
        Observation seen = observations.get(KEY).orElse(null);
        return new ClientView(
                phase,
                hold,
                phase == Phase.HELD && held != null ? ticksSince(held.confirmed()) : 0,
                request,
                seen == null ? "" : seen.version(),
                seen == null ? 0 : ticksOf(seen),
                orphans);
    }

    /** A lease that is over is lost as soon as anyone looks. */
    private void look() {
        Lease held = lease;
        if (phase == Phase.HELD && held != null && !held.isHeld(now())) {
            require(held.at(now()).loss() == LockLoss.Reason.EXPIRED, "a lease that ends by time has expired");
            lease = held.at(now());
            phase = Phase.LOST;
        }
    }

    @Override
    public void begin(int waitTicks) {
        AcquireSettings settings = new AcquireSettings(
                (long) (waitTicks * TracedTime.TICK_NANOS * rate),
                POLL_NANOS,
                leaseDuration,
                Duration.ZERO,
                null,
                false);
        acquisition = new Acquisition(KEY, settings, observations, new TokenSeeds(), ids, random::nextDouble, now());
        perform(acquisition.start(now()), false);
    }

    @Override
    public void delivered() {
        request = ClientView.DELIVERED;
    }

    @Override
    public void answered(boolean applied, @Nullable AnsweredRow answer, boolean sentBefore, boolean gone) {
        LockRow row = answer == null ? null : row(answer);
        switch (phase) {
            case WRITING -> {
                WriteResult result = applied ? new WriteResult.Applied(row) : new WriteResult.Refused(row, sentBefore);
                perform(acquisition().written(result, now()), gone);
            }
            case READING -> perform(acquisition().read(row, now()), gone);
            case HELD, LOST -> renewed(applied, row);
            case RELEASING -> end(Set.of());
            default -> throw new IllegalStateException("no answer is due to one who is " + phase);
        }
    }

    private void renewed(boolean applied, @Nullable LockRow row) {
        Lease sent = Objects.requireNonNull(sending);
        Lease before = lease();
        boolean written = applied
                || (row != null
                        && sent.isHolderOf(row)
                        && RecordVersion.of(sent.holdId(), sent.counter()).equals(row.version()));
        Lease after = written ? before.renewed(sent, now()) : before.refused(row, now());
        if (before.loss() != null) {
            require(after.loss() == before.loss(), "what is lost stays lost, and why");
        } else if (after.loss() != null) {
            require(row != null && !row.isOf(sent.holdId()), "only who finds another's row has lost");
        }
        lease = after;
        phase = after.loss() == null ? Phase.HELD : Phase.LOST;
        sending = null;
        request = "";
    }

    @Override
    public void unanswered(boolean gone) {
        RuntimeException timeout = new IllegalStateException("no answer");
        switch (phase) {
            case WRITING -> perform(acquisition().written(new WriteResult.Unknown(timeout), now()), gone);
            case READING -> perform(acquisition().readFailed(timeout, now()), gone);
            default -> request = "";
        }
    }

    @Override
    public void resume() {
        time.pass((pauseEnds - now().nanos()) / rate);
        perform(acquisition().resume(now()), false);
    }

    @Override
    public void giveUp() {
        end(new TreeSet<>(acquisition().orphans()));
    }

    @Override
    public void renew() {
        Lease next = lease().sending(leaseDuration, now());
        Renew renew = next.renew();
        require(renew.token() == lease().token(), "a renewal names the token that was granted");
        lease = next;
        sending = next;
        request = "renew " + RecordVersion.of(renew.holdId(), renew.counter());
    }

    @Override
    public void release() {
        phase = Phase.RELEASING;
        sending = null;
        request = "release " + lease().holdId();
    }

    @Override
    public void leave() {
        end(Set.of());
    }

    @Override
    public void crash() {
        end(Set.of());
        observations = new Observations();
    }

    @Override
    public Set<String> cleared() {
        return cleared;
    }

    private void perform(Step step, boolean gone) {
        request = "";
        if (step instanceof Step.Granted granted) {
            LockRow row = granted.row();
            require(row.isHeldBy(granted.holdId()), "what is granted is held under the hold's own id");
            lease = Lease.granted(granted.holdId(), row.fencingToken(), granted.since(), leaseDuration, now(), null);
            acquisition = null;
            phase = Phase.HELD;
        } else if (gone || step instanceof Step.NotGranted || step instanceof Step.Failed) {
            giveUp();
        } else if (step instanceof Step.Write write) {
            String observed = write.observedVersion();
            phase = Phase.WRITING;
            request = "acquire " + write.holdId() + (observed == null ? " if free" : " in the place of " + observed);
        } else if (step instanceof Step.Read) {
            phase = Phase.READING;
            request = "read";
        } else if (step instanceof Step.Wait wait) {
            phase = Phase.PAUSING;
            pauseEnds = now().nanos() + wait.nanos();
        } else {
            throw new AssertionError("no row is deleted here, so no token is raised: " + step);
        }
    }

    private void end(Set<String> toClear) {
        phase = Phase.IDLE;
        request = "";
        acquisition = null;
        lease = null;
        sending = null;
        cleared = toClear;
    }

    private LockRow row(AnsweredRow row) {
        return new LockRow(row.version(), leaseDuration, "someone", row.released(), row.token(), null, Map.of(), null);
    }

    private Moment now() {
        long nanos = (long) (time.nanos() * rate);
        return new Moment(nanos, nanos / 1_000_000);
    }

    private int ticksSince(Moment since) {
        return (int) Math.round(now().monotonicSince(since) / rate / TracedTime.TICK_NANOS);
    }

    /** A version that has stood for its lease can stand for any longer: then this is as much as the model counts. */
    private int ticksOf(Observation seen) {
        int patience = (int) Math.ceil((double) leaseDuration.toNanos() / TracedTime.TICK_NANOS);
        require(seen.lease().equals(leaseDuration), "what is counted is the row's lease");
        return Math.min(patience, ticksSince(seen.firstSeen()));
    }

    private Acquisition acquisition() {
        return Objects.requireNonNull(acquisition);
    }

    private Lease lease() {
        return Objects.requireNonNull(lease);
    }

    private static void require(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError("not so: " + what);
        }
    }
}

package io.github.dynamolock;

import io.github.dynamolock.table.LockRow;
import io.github.dynamolock.table.WriteResult;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides what an acquisition does next, from the results of its calls and the time. Makes no call, reads no clock, has
 * no thread: whoever drives it does what the returned {@link Step} says and reports back. Confined to one driver.
 *
 * <p>The first step is a write, not a look: when the lock is free that is all it takes. A refused write brings the row,
 * which is the first look. From then on a held row is looked at by reads, and taken over when one version has stood for
 * its whole lease. A write of unknown outcome is sent again under the same hold id: the row then tells whose it is.
 *
 * <p>Where rows are deleted, a row that has been won is not granted before its token is raised above the clock as it is
 * after that answer. All who held the key before were gone by then, so their tokens are smaller, however long the first
 * write was under way. The raise touches neither the version nor the lease.
 */
final class Acquisition {

    /** What to do next. */
    sealed interface Step {

        /** Write the row under this hold id: take it free, or exactly the observed version when there is one. */
        record Write(String holdId, @Nullable String observedVersion) implements Step {}

        /** Raise the token of the row that is held under this hold id to this one. */
        record Raise(String holdId, long token) implements Step {}

        /** Read the row. */
        record Read() implements Step {}

        /** Wait this long, then call {@link Acquisition#resume}. */
        record Wait(long nanos) implements Step {}

        /** The lock is granted; its lease counts from the moment the write was first sent. */
        record Granted(String holdId, LockRow row, Moment since) implements Step {}

        /** Another holds the lock and the wait is over. */
        record NotGranted(LockRow holder) implements Step {}

        /** The table can't be used, or could not be reached until the wait was over. */
        record Failed(RuntimeException cause) implements Step {}
    }

    private static final long FIRST_LOOK_NANOS = 50_000_000L;
    private static final long LOOKS_PER_WAIT = 10;
    private static final double JITTER = 0.2;
    private static final int ROUNDS_BEYOND_WAIT = 3;

    private final LockKey key;
    private final AcquireSettings settings;
    private final Observations observations;
    private final TokenSeeds seeds;
    private final Supplier<String> ids;
    private final DoubleSupplier random;
    private final Moment started;

    private String holdId;
    private Moment firstSent;
    private boolean sent;
    private boolean mayBeApplied;
    private boolean resend;

    /** Where the token of the current id's row was last to be raised to, once that row was seen. */
    private @Nullable Long raised;

    /** Ids that are not used any more, though a row may be held under them: then it is this acquisition's to take. */
    private final Set<String> abandoned = new LinkedHashSet<>();

    private boolean askedWhatBecameOfIt;
    private int rounds;
    private @Nullable LockRow holder;

    Acquisition(
            LockKey key,
            AcquireSettings settings,
            Observations observations,
            TokenSeeds seeds,
            Supplier<String> ids,
            DoubleSupplier random,
            Moment started) {
        this.key = key;
        this.settings = settings;
        this.observations = observations;
        this.seeds = seeds;
        this.ids = ids;
        this.random = random;
        this.started = started;
        this.holdId = ids.get();
        this.firstSent = started;
    }

    /** Another has sent a write under this hold id, from this moment on, and does not know what became of it. */
    void sentBefore(Moment first) {
        sent = true;
        firstSent = first;
        mayBeApplied = true;
    }

    /** The first step. */
    Step start(Moment now) {
        if (sent) {
            return writeAgain(now);
        }
        return observations
                .get(key)
                .filter(seen -> seen.isExpired(now))
                .map(seen -> write(seen.version(), now))
                .orElseGet(() -> write(null, now));
    }

    /** The wait is over. */
    Step resume(Moment now) {
        return resend ? writeAgain(now) : new Step.Read();
    }

    /** The write, or the raise, that the last step asked for has ended. */
    Step written(WriteResult result, Moment now) {
        if (result instanceof WriteResult.Applied applied && applied.row() != null) {
            return granted(applied.row(), now);
        }
        if (result instanceof WriteResult.Unknown unknown) {
            return unanswered(unknown.cause(), true, now);
        }
        if (result instanceof WriteResult.Refused refused) {
            mayBeApplied |= refused.sentBefore();
            return seen(refused.row(), now);
        }
        return seen(null, now);
    }

    /** The read that the last step asked for has ended; the row is null when there is none. */
    Step read(@Nullable LockRow row, Moment now) {
        return seen(row, now);
    }

    /** The read that the last step asked for did not get an answer. */
    Step readFailed(RuntimeException cause, Moment now) {
        return unanswered(cause, false, now);
    }

    /** The id of the hold to begin. */
    String holdId() {
        return holdId;
    }

    /** The row of the other holder as last seen. */
    Optional<LockRow> holder() {
        return Optional.ofNullable(holder);
    }

    /** The hold ids of writes that may be in the table though nothing was granted under them. */
    List<String> orphans() {
        List<String> orphans = new ArrayList<>(abandoned);
        if (mayBeApplied) {
            orphans.add(holdId);
        }
        return orphans;
    }

    /**
     * A write after a look has an id of its own. Under an id that stood in the row before, some waiter might have counted
     * a lease that began with the earlier write.
     */
    private Step write(@Nullable String observedVersion, Moment now) {
        if (sent) {
            if (mayBeApplied) {
                abandoned.add(holdId);
            }
            holdId = ids.get();
            mayBeApplied = false;
        }
        sent = true;
        raised = null;
        firstSent = now;
        resend = false;
        return new Step.Write(holdId, observedVersion);
    }

    /** The same write once more, so that the row tells whose it is; its lease still counts from the first time. */
    private Step writeAgain(Moment now) {
        if (Lease.isOver(firstSent, settings.lease(), now)) {
            return write(null, now);
        }
        resend = false;
        return raised == null ? new Step.Write(holdId, null) : raiseAbove(raised, now);
    }

    private Step granted(LockRow row, Moment now) {
        observations.forget(key);
        if (row.corruption() != null) {
            mayBeApplied = true;
            return new Step.Failed(RowProblems.corrupt(key, row));
        }
        if (!Lease.isOver(firstSent, settings.lease(), now)) {
            return settings.raisesToken() ? raise(row, now) : new Step.Granted(holdId, row, firstSent);
        }
        mayBeApplied = true;
        if (isOver(now)) {
            return new Step.Failed(new LockTableException(
                    "lock " + key + " was granted by an answer that came after its lease was over", null));
        }
        // No one else holds the row, so it is taken anew, under a fresh id.
        return write(row.version(), now);
    }

    private Step raise(LockRow row, Moment now) {
        if (raised != null && row.fencingToken() >= raised) {
            return new Step.Granted(holdId, row, firstSent);
        }
        return raiseAbove(Math.max(row.fencingToken(), raised == null ? 0 : raised), now);
    }

    /**
     * Each time by the clock as it is now: while a raise had no answer, the row may have been freed by force, another have
     * come and gone, and a late copy of the first write have brought it back. The copies of raises before are refused, theirs
     * being smaller.
     */
    private Step raiseAbove(long token, Moment now) {
        raised = Math.max(token, seeds.next(key, now.wallMillis())) + 1;
        mayBeApplied = true;
        return new Step.Raise(holdId, raised);
    }

    private Step seen(@Nullable LockRow row, Moment now) {
        if (row == null || (row.released() && row.version() != null)) {
            observations.forget(key);
            return take(row, null, now);
        }
        String version = row.version();
        if (version == null) {
            return new Step.Failed(RowProblems.foreign(key));
        }
        if (row.isHeldBy(holdId)) {
            return granted(row, now);
        }
        if (row.corruption() != null) {
            return new Step.Failed(RowProblems.corrupt(key, row));
        }
        if (abandoned.stream().anyMatch(row::isHeldBy)) {
            return take(row, version, now);
        }
        holder = row;
        Observation seen = observations.see(key, row, version, now);
        return seen.isExpired(now) ? take(row, version, now) : lookAgain(row, seen, now);
    }

    /** A row that may be taken is taken at once, but not for ever: others may keep winning it. */
    private Step take(@Nullable LockRow row, @Nullable String observedVersion, Moment now) {
        rounds++;
        if (isOver(now) && rounds > ROUNDS_BEYOND_WAIT) {
            return row == null
                    ? new Step.Failed(new LockTableException("lock " + key + " was lost to others each time", null))
                    : new Step.NotGranted(row);
        }
        return write(observedVersion, now);
    }

    private Step lookAgain(LockRow holder, Observation seen, Moment now) {
        if (isOver(now)) {
            return new Step.NotGranted(holder);
        }
        resend = false;
        return new Step.Wait(Math.min(pause(now), seen.nanosUntilExpiry(now)));
    }

    private Step unanswered(RuntimeException cause, boolean write, Moment now) {
        mayBeApplied |= write;
        if (!isOver(now)) {
            resend = mayBeApplied;
            return new Step.Wait(pause(now));
        }
        // One read may still tell what became of the write; without an answer to that either, nobody knows.
        if (write && !askedWhatBecameOfIt) {
            askedWhatBecameOfIt = true;
            return new Step.Read();
        }
        return new Step.Failed(cause);
    }

    /** After a wait of t the next look comes after t/10, within bounds, and never later than the end of the wait. */
    private long pause(Moment now) {
        long waited = now.monotonicSince(started);
        long steady = Math.min(Math.max(FIRST_LOOK_NANOS, waited / LOOKS_PER_WAIT), settings.pollNanos());
        double jittered = steady * (1 - JITTER + 2 * JITTER * random.getAsDouble());
        return Math.min((long) jittered, settings.waitNanos() - waited);
    }

    private boolean isOver(Moment now) {
        return now.monotonicSince(started) >= settings.waitNanos();
    }
}

package io.github.dynamolock;

import io.github.dynamolock.LeaderState.Leadership;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Campaigns by asking a client for the lock, again and again. {@link LeaderState} knows where it stands; each change of it
 * and what listeners are to be told of it are one step, under the state's monitor, in which nothing is called.
 */
final class DefaultLeaderElector implements LeaderElector {

    private static final Logger log = LoggerFactory.getLogger(DefaultLeaderElector.class);

    private final LockClient locks;
    private final LockRequest request;
    private final long pauseNanos;
    private final Clock clock;
    private final Pause pause;
    private final LeaderCallbacks callbacks;

    /** Guarded by itself. */
    private final LeaderState state = new LeaderState();

    /** Guarded by state: the acquisition of the present campaign. */
    private @Nullable CompletableFuture<LockHandle> asked;

    /** Completes when the lock of the last leadership is released, or could not be. Used by tasks of the callbacks alone. */
    private CompletableFuture<?> released = CompletableFuture.completedFuture(null);

    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    private final CampaignLog campaigns;

    DefaultLeaderElector(
            LockClient locks,
            LockRequest request,
            CampaignLog campaigns,
            Duration pause,
            Clock clock,
            Scheduler scheduler,
            LeaderCallbacks callbacks) {
        this.locks = locks;
        this.request = request;
        this.campaigns = campaigns;
        this.pauseNanos = pause.toNanos();
        this.clock = clock;
        this.pause = new Pause(scheduler);
        this.callbacks = callbacks;
    }

    @Override
    public String key() {
        return request.key();
    }

    @Override
    public State state() {
        if (isLeader()) {
            return State.LEADER;
        }
        synchronized (state) {
            return state.apart();
        }
    }

    @Override
    public void addListener(LeadershipListener listener) {
        synchronized (state) {
            if (!state.isNew()) {
                throw new IllegalStateException("the leader elector of lock " + request.lockKey()
                        + " was started already: a listener that comes later would hear of ends without beginnings");
            }
            callbacks.add(listener);
        }
    }

    @Override
    public void start() {
        synchronized (state) {
            if (state.isStopped()) {
                throw new IllegalStateException("the leader elector of lock " + request.lockKey() + " is closed");
            }
            if (!state.start()) {
                return;
            }
        }
        try {
            campaign();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public boolean isLeader() {
        return leading() != null;
    }

    @Override
    public Optional<Term> term() {
        return Optional.ofNullable(leading()).map(Leadership::term);
    }

    private @Nullable Leadership leading() {
        Leadership mine = state.leadership();
        return mine != null && mine.lock().isHeld() ? mine : null;
    }

    @Override
    public void resign() {
        Leadership mine = state.leadership();
        if (mine != null) {
            end(mine, null);
        }
    }

    @Override
    public void close() {
        stop(null);
        callbacks.add(() -> {
            CompletableFuture<?> unused = released.whenComplete((result, failure) -> closed.complete(null));
        });
        callbacks.run();
        if (callbacks.isRunner()) {
            return;
        }
        try {
            Blocking.await(closed);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void campaign() {
        CompletableFuture<LockHandle> asking = locks.acquireAsync(request);
        boolean stopped;
        synchronized (state) {
            asked = asking;
            stopped = state.isStopped();
        }
        if (stopped) {
            asking.cancel(false);
        }
        Blocking.whenGranted(asking, this::granted);
        Blocking.whenFailed(asking, this::failed);
    }

    private void campaignAgain() {
        synchronized (state) {
            if (!state.campaign()) {
                return;
            }
        }
        try {
            campaign();
        } catch (RuntimeException e) {
            failed(e);
        }
    }

    private void granted(LockHandle lock) {
        campaigns.recovered();
        Instant since = Instant.ofEpochMilli(clock.now().wallMillis());
        Leadership mine = new Leadership(lock, new Term(lock.fencingToken(), since));
        boolean leads;
        synchronized (state) {
            leads = state.granted(mine);
            if (leads) {
                callbacks.tell(listener -> listener.granted(mine.term()));
            }
        }
        if (leads) {
            log.info("leadership of {} was granted, fencing token {}", request.lockKey(), lock.fencingToken());
            Blocking.whenGranted(lock.lost().toCompletableFuture(), loss -> lost(mine, loss));
            callbacks.run();
        } else {
            CompletableFuture<?> unused = release(lock);
        }
    }

    private void failed(Throwable failure) {
        synchronized (state) {
            if (!state.rest()) {
                return;
            }
        }
        Throwable cause = failure.getCause();
        if (!(failure instanceof CompletionException) || cause == null) {
            cause = failure;
        }
        if (cause instanceof LockClientClosedException) {
            stop(null);
        } else if (cause instanceof LockNotGrantedException) {
            campaigns.recovered();
            rest(0);
        } else {
            campaigns.failed(cause);
            rest(pauseNanos);
        }
    }

    private void lost(Leadership mine, LockLoss loss) {
        if (loss.reason() != LockLoss.Reason.CLIENT_CLOSED) {
            end(mine, loss);
        } else if (mine.equals(state.leadership())) {
            stop(loss);
        }
    }

    /** Ends a leadership, unless it has ended: tells it, then frees the lock, then rests. */
    private void end(Leadership mine, @Nullable LockLoss loss) {
        synchronized (state) {
            if (!state.ended(mine)) {
                return;
            }
            noteEnd(mine, loss);
        }
        callbacks.run();
    }

    /** Ends the campaign for good, and the leadership if there is one. */
    private void stop(@Nullable LockLoss loss) {
        CompletableFuture<LockHandle> asking;
        synchronized (state) {
            Leadership last = state.stop();
            if (last != null) {
                noteEnd(last, loss);
            }
            asking = asked;
        }
        campaigns.close();
        pause.end();
        if (asking != null) {
            asking.cancel(false);
        }
        callbacks.run();
    }

    /**
     * A lock that was lost may still have its row: freeing it spares the others the rest of the lease. A client that closes
     * does that itself.
     */
    private void noteEnd(Leadership over, @Nullable LockLoss loss) {
        callbacks.tell(listener -> listener.revoked(over.term(), loss));
        if (loss == null || loss.reason() != LockLoss.Reason.CLIENT_CLOSED) {
            callbacks.add(() -> released = release(over.lock()).whenComplete((result, failure) -> rest(pauseNanos)));
        }
    }

    private CompletableFuture<?> release(LockHandle lock) {
        return lock.releaseAsync().toCompletableFuture().whenComplete((result, failure) -> {
            if (failure != null) {
                log.warn(
                        "lock {} could not be released when its leadership had ended; it lapses with its lease",
                        request.lockKey(),
                        failure);
            }
        });
    }

    private void rest(long nanos) {
        pause.begin(nanos, this::campaignAgain);
        boolean stopped;
        synchronized (state) {
            stopped = state.isStopped();
        }
        if (stopped) {
            pause.end();
        }
    }
}

package io.github.dynamolock.simulation;

import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Simulated time and everything that happens in it, one thing after the other, the same for each seed.
 *
 * <p>What waits for a time keeps its stack, and meanwhile the same thread does what happens until then: that is cheap, but
 * of two such calls the later must end first. So now and then, by the seed, what is to happen is given to a thread that has
 * nothing on its stack. Then calls overlap in every order.
 */
final class World {

    private static final long START = 1_000_000_000L;
    private static final long WALL_MILLIS = 1_790_000_000_000L;
    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final int DEEPEST = 8;
    private static final int ONE_IN = 3;

    private final Agenda agenda = new Agenda();
    private final Crew crew;
    private final SplittableRandom coin;
    private final Runnable afterEach;
    private long now = START;
    private long end = Long.MAX_VALUE;
    private long happened;
    private boolean overlapping;
    private volatile boolean ended;
    private @Nullable Runner first;
    private @Nullable Runner current;
    private @Nullable Throwable failure;

    World(Crew crew, SplittableRandom coin, Runnable afterEach) {
        this.crew = crew;
        this.coin = coin;
        this.afterEach = afterEach;
    }

    long now() {
        return now;
    }

    long sinceStart() {
        return now - START;
    }

    long wallMillis() {
        return WALL_MILLIS + (now - START) / NANOS_PER_MILLI;
    }

    long happened() {
        return happened;
    }

    boolean isOver() {
        return ended;
    }

    /** From now on whatever may block gets a thread of its own, so that nothing is late. */
    void overlapAlways() {
        overlapping = true;
    }

    /** Does something short in a while. */
    Event after(long nanos, Runnable action) {
        return add(nanos, false, action);
    }

    /** Does something in a while that may let time pass. */
    Event begin(long nanos, Runnable action) {
        return add(nanos, true, action);
    }

    /** Does something in a while that lets much time pass: on a thread of its own, where it is in nobody's way. */
    Event beginApart(long nanos, Runnable action) {
        Event event = begin(nanos, action);
        event.apart = true;
        return event;
    }

    private Event add(long nanos, boolean mayBlock, Runnable action) {
        return agenda.add(now + Math.max(0, nanos), mayBlock, action);
    }

    /** Makes a blocking call of the client's, whose work is done here and now. */
    void blocking(Runnable work) {
        Runner me = beginBlocking();
        try {
            work.run();
        } finally {
            me.blocking = false;
        }
    }

    Runner beginBlocking() {
        Runner me = running();
        me.blocking = true;
        return me;
    }

    /**
     * A blocking call has come so far that it can be interrupted: it is, so that it does not wait where no time passes.
     * Until it is known what for it waits.
     */
    void interruptIfWaiting() {
        Runner me = current;
        if (me != null && me.waits != null) {
            Thread.currentThread().interrupt();
        }
    }

    /** How the call waits that has handed its work over, if it is to be interrupted. */
    @Nullable
    Runnable takeWaits() {
        Runner me = running();
        Runnable waits = me.waits;
        me.waits = null;
        return waits;
    }

    /** Whether this is the work that a blocking call waits for: the first that it hands to another thread. */
    boolean isWaitedFor() {
        Runner me = running();
        boolean waitedFor = me.blocking;
        me.blocking = false;
        return waitedFor;
    }

    /**
     * Lets time pass for the caller.
     *
     * @param onLate is run when the time has come, but the call that began last on the same thread still is in the way
     */
    void sleep(long nanos, Runnable onLate) {
        sleep(nanos, onLate, null);
    }

    /** Lets time pass for the caller, or less when somebody wakes it. */
    void sleep(long nanos, Runnable onLate, @Nullable Consumer<Sleeper> wakeable) {
        if (ended) {
            return;
        }
        long until = now + Math.max(0, nanos);
        if (wakeable == null && until <= end && agenda.isFreeUntil(until)) {
            now = until;
            return;
        }
        Runner me = running();
        Sleeper sleeper = new Sleeper(me, onLate);
        agenda.wake(sleeper, until);
        me.sleepers.push(sleeper);
        if (wakeable != null) {
            wakeable.accept(sleeper);
        }
        loop(me, sleeper);
        me.sleepers.pop();
    }

    /** Ends a sleep now. */
    void wake(Sleeper sleeper) {
        agenda.wakeInstead(sleeper, now);
    }

    /** Runs until nothing is left to happen, or {@link #finish}; what is under way then ends without further ado. */
    void run(long nanos) {
        end = START + nanos;
        Runner me = crew.begin(runner -> loop(runner, null));
        first = me;
        current = me;
        loop(me, null);
        if (failure != null) {
            throw new IllegalStateException("the simulated world broke down", failure);
        }
    }

    /** Nothing happens any more. */
    void finish() {
        ended = true;
        agenda.clear();
    }

    private void loop(Runner me, @Nullable Sleeper until) {
        Runnable task = me.task;
        me.task = null;
        perform(task);
        while (until == null || !until.isDue) {
            if (ended) {
                if (until != null || !windUp(me)) {
                    return;
                }
                continue;
            }
            Event event = agenda.next();
            if (event == null || event.at > end) {
                finish();
            } else if (!event.isCancelled()) {
                now = Math.max(now, event.at);
                if (happen(me, until, event)) {
                    return;
                }
            }
        }
    }

    /** True when this thread has nothing to do any more. */
    private boolean happen(Runner me, @Nullable Sleeper until, Event event) {
        Sleeper sleeper = event.sleeper;
        if (sleeper != null) {
            sleeper.isDue = true;
            Runner other = sleeper.runner;
            if (other.sleepers.peek() != sleeper) {
                sleeper.late();
                return false;
            }
            return other != me && passTurn(me, until, other);
        }
        happened++;
        if (event.mayBlock && until != null && (event.apart ? crew.hasIdle() : overlaps(me))) {
            Runner other = crew.takeIdle();
            other.task = event.action;
            return passTurn(me, until, other);
        }
        perform(event.action);
        return false;
    }

    private boolean overlaps(Runner me) {
        return (overlapping || me.sleepers.size() > DEEPEST || coin.nextInt(ONE_IN) == 0) && crew.hasIdle();
    }

    private void perform(@Nullable Runnable action) {
        if (action == null) {
            return;
        }
        try {
            action.run();
            if (!ended) {
                afterEach.run();
            }
        } catch (Throwable t) {
            failure = failure == null ? t : failure;
            finish();
        }
    }

    private boolean passTurn(Runner me, @Nullable Sleeper until, Runner other) {
        if (until == null) {
            crew.rest(me);
        }
        current = other;
        other.giveTurn();
        if (until == null && me != first) {
            return true;
        }
        me.awaitTurn();
        Runnable task = me.task;
        me.task = null;
        perform(task);
        return false;
    }

    /** Ends what is still under way, on whichever thread; false when this thread is done. */
    private boolean windUp(Runner me) {
        Runner root = running(first);
        if (me != root) {
            current = root;
            root.giveTurn();
            return false;
        }
        for (Runner other : crew.all()) {
            if (!other.sleepers.isEmpty()) {
                current = other;
                other.giveTurn();
                me.awaitTurn();
                return true;
            }
        }
        return false;
    }

    private Runner running() {
        return running(current);
    }

    private static Runner running(@Nullable Runner runner) {
        if (runner == null) {
            throw new IllegalStateException("the world does not run");
        }
        return runner;
    }
}

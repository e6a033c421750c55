package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A hold has two monitors, that of its state and that of its renewals. A thread that renews and one that releases both want
 * both, in different orders: so neither may want one while it has the other.
 *
 * <p>The renewing thread is stopped at each of its looks at the clock, and goes on when the other thread has ended or stands
 * still. Time has passed by then, so that it finds the lease over and must change the state.
 */
@Timeout(60)
class LockOrderTests {

    private static final int LOOKS = 16;
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private ManualLocks manual;

    @BeforeEach
    void open() throws InterruptedException {
        manual = new ManualLocks();
    }

    @AfterEach
    void close() {
        manual.close();
    }

    /** A lock whose first renewal is due, and the thread that makes it up to one of its looks at the clock. */
    private final class Renewing {

        final Hold hold;
        final Thread thread = new Thread(this::renew, "renewing");
        final List<Boolean> timerUnderState = new ArrayList<>();
        private final Deque<Runnable> renewals = new ArrayDeque<>();
        private final AtomicInteger looksLeft;
        private final CountDownLatch stopped = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);
        private @Nullable HoldState watched;

        Renewing(int looks) {
            looksLeft = new AtomicInteger(looks);
            thread.setDaemon(true);
            Engine engine = Engines.of(
                    manual.dynamo.client(),
                    ClientSettings.of(manual.builder()),
                    this::look,
                    this::schedule,
                    renewals::add,
                    Runnable::run,
                    Runnable::run,
                    () -> 0.5);
            hold = (Hold) ManualLocks.take(
                    new DefaultLockClient(engine, null),
                    LockRequest.forKey("k").deleteOnRelease().build());
            watched = hold.state();
            manual.pass(ManualLocks.HEARTBEAT);
            assertThat(renewals).hasSize(1);
        }

        void renew() {
            renewals.remove().run();
        }

        private Moment look() {
            if (Thread.currentThread() == thread && looksLeft.getAndDecrement() == 0) {
                stopped.countDown();
                await(goOn);
            }
            return manual.time.now();
        }

        private Scheduler.Scheduled schedule(long nanos, Runnable task) {
            noteOrder();
            Scheduler.Scheduled scheduled = manual.time.schedule(nanos, task);
            return () -> {
                noteOrder();
                scheduled.cancel();
            };
        }

        private void noteOrder() {
            HoldState state = watched;
            if (state != null) {
                timerUnderState.add(Thread.holdsLock(state));
            }
        }

        /** False when it ends before, having looked at the clock less often. */
        boolean untilItsLook() {
            thread.start();
            promptly().until(() -> stopped.getCount() == 0 || !thread.isAlive());
            return stopped.getCount() == 0;
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ConditionFactory promptly() {
        return Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .atMost(LIMIT);
    }

    private static Thread start(Runnable task) {
        Thread thread = new Thread(task, "releasing");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void awaitStandstill(Thread thread) {
        promptly().until(() -> !thread.isAlive() || thread.getState() == Thread.State.BLOCKED);
    }

    private static void requireBothToEnd(Thread one, Thread other, int look) {
        promptly().until(() -> deadlocked() != null || (!one.isAlive() && !other.isAlive()));
        assertThat(deadlocked())
                .as("threads that wait for each other, look %s", look)
                .isNull();
    }

    private static long @Nullable [] deadlocked() {
        return ManagementFactory.getThreadMXBean().findMonitorDeadlockedThreads();
    }

    @Test
    void aReleaseAndARenewalThatFindsTheLeaseOverEndWhereverTheyMeet() {
        int met = 0;
        for (int look = 0; look < LOOKS; look++) {
            Renewing renewing = new Renewing(look);
            if (renewing.untilItsLook()) {
                met++;
            }
            Thread releasing = start(renewing.hold::close);
            awaitStandstill(releasing);
            manual.time.suspend(ManualLocks.LEASE);
            renewing.goOn.countDown();
            requireBothToEnd(renewing.thread, releasing, look);
            assertThat(renewing.hold.isHeld()).isFalse();
        }
        assertThat(met).as("looks at which they met").isBetween(4, LOOKS - 1);
    }

    /** The other thread is the test's own: it has the state's monitor, and takes that of the renewals. */
    @Test
    void aRenewalThatWaitsForTheStateKeepsNobodyFromItsRenewals() {
        for (int look = 0; look < LOOKS; look++) {
            Renewing renewing = new Renewing(look);
            if (renewing.untilItsLook()) {
                manual.time.suspend(ManualLocks.LEASE);
                CountDownLatch hasState = new CountDownLatch(1);
                AtomicBoolean hadBoth = new AtomicBoolean();
                Thread releasing = start(() -> {
                    synchronized (renewing.hold.state()) {
                        hasState.countDown();
                        awaitStandstill(renewing.thread);
                        boolean unused = renewing.hold.ending();
                        hadBoth.set(true);
                    }
                });
                await(hasState);
                renewing.goOn.countDown();
                requireBothToEnd(renewing.thread, releasing, look);
                assertThat(hadBoth).isTrue();
            }
            renewing.hold.close();
        }
    }

    @Test
    void theTimerIsNeverAskedUnderTheMonitorOfTheState() throws InterruptedException {
        Renewing lost = new Renewing(0);
        lost.renew();
        lost.hold.heartbeat();
        manual.time.suspend(ManualLocks.LEASE);
        assertThat(lost.hold.isHeld()).isFalse();
        lost.hold.close();
        Renewing released = new Renewing(0);
        released.hold.close();
        assertThat(lost.timerUnderState).isNotEmpty().containsOnly(false);
        assertThat(released.timerUnderState).isNotEmpty().containsOnly(false);
    }
}

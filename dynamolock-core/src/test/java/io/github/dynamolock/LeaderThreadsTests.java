package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Electors with real threads. */
@Timeout(60)
class LeaderThreadsTests {

    private static final Duration PAUSE = Duration.ofMillis(50);

    private final ClientThreadCheck threads = new ClientThreadCheck();
    private final LocalBackEnd backEnd = LocalBackEnd.inProcess();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private LockClient locks;

    @BeforeEach
    void open() throws InterruptedException {
        LockTables.create(backEnd.newClient(), LockTableSpec.of("locks"));
        locks = LockClient.builder(backEnd.newClient()).table("locks").build();
    }

    @AfterEach
    void close() {
        locks.close();
        backEnd.close();
    }

    private LeaderElectorBuilder builder() {
        return LeaderElector.builder(locks, "k").retryPause(PAUSE);
    }

    private LockInfo.State state() throws InterruptedException {
        return locks.find("k").orElseThrow().state();
    }

    /** Notes what it is told, each time after something else. */
    private LeadershipListener noting(Runnable before) {
        return new LeadershipListener() {
            @Override
            public void granted(Term term) {
                before.run();
                told.add("granted");
            }

            @Override
            public void revoked(Term term, @Nullable LockLoss loss) {
                before.run();
                told.add("revoked");
            }
        };
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aLeaderResignsLeadsAgainAndClosesAndNoThreadIsLeft() throws InterruptedException {
        LeaderElector elector = builder().listener(noting(() -> {})).build();
        elector.start();
        Awaitility.await().until(() -> told.size() == 1);
        elector.resign();
        assertThat(elector.isLeader()).isFalse();
        Awaitility.await().until(() -> told.size() == 3);
        assertThat(elector.isLeader()).isTrue();
        elector.close();
        elector.close();
        assertThat(told).containsExactly("granted", "revoked", "granted", "revoked");
        assertThat(state()).isEqualTo(LockInfo.State.FREE);
        locks.close();
        threads.awaitNone();
    }

    @Test
    void aListenerMayWaitForAnotherThreadThatAsksOrResigns() {
        LeaderElector[] elector = new LeaderElector[1];
        CountDownLatch built = new CountDownLatch(1);
        elector[0] = builder()
                .listener(noting(() -> CompletableFuture.runAsync(() -> {
                            await(built);
                            elector[0].term();
                            elector[0].resign();
                        })
                        .join()))
                .build();
        built.countDown();
        elector[0].start();
        Awaitility.await().until(() -> told.size() >= 4);
        elector[0].close();
        assertThat(told).startsWith("granted", "revoked", "granted", "revoked");
        assertThat(told.size() % 2).isZero();
    }

    @Test
    void closingWaitsForTheListenerAndTheLockIsFreeOnlyAfterIt() throws InterruptedException {
        CountDownLatch stopping = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        LeaderElector elector = builder()
                .listener(new LeadershipListener() {
                    @Override
                    public void revoked(Term term, @Nullable LockLoss loss) {
                        stopping.countDown();
                        LeaderThreadsTests.await(stopped);
                        told.add("stopped");
                    }
                })
                .build();
        elector.start();
        Awaitility.await().until(elector::isLeader);
        CompletableFuture<Void> closing = CompletableFuture.runAsync(elector::close);
        await(stopping);
        assertThat(elector.isLeader()).isFalse();
        assertThat(state()).isEqualTo(LockInfo.State.HELD_BY_THIS_CLIENT);
        assertThat(closing).isNotDone();
        stopped.countDown();
        closing.join();
        assertThat(told).containsExactly("stopped");
        assertThat(state()).isEqualTo(LockInfo.State.FREE);
    }

    @Test
    void anInterruptEndsTheWaitOfCloseAndTheThreadsFlagIsKept() throws InterruptedException {
        CountDownLatch stopped = new CountDownLatch(1);
        LeaderElector elector = builder()
                .listener(new LeadershipListener() {
                    @Override
                    public void revoked(Term term, @Nullable LockLoss loss) {
                        LeaderThreadsTests.await(stopped);
                    }
                })
                .build();
        elector.start();
        Awaitility.await().until(elector::isLeader);
        Thread.currentThread().interrupt();
        elector.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(elector.isLeader()).isFalse();
        stopped.countDown();
        elector.close();
        assertThat(state()).isEqualTo(LockInfo.State.FREE);
    }

    @Test
    void listenersAreCalledOnTheExecutorThatIsGiven() {
        ExecutorService own = Executors.newSingleThreadExecutor(task -> new Thread(task, "own"));
        try {
            LeaderElector elector = builder()
                    .listener(noting(() -> told.add(Thread.currentThread().getName())))
                    .callbackExecutor(own)
                    .build();
            elector.start();
            Awaitility.await().until(() -> told.size() == 2);
            elector.close();
            assertThat(told).containsExactly("own", "granted", "own", "revoked");
        } finally {
            own.shutdownNow();
        }
    }

    @Test
    void listenersSeeTheClassLoaderOfTheThreadThatBuiltTheElector() {
        ClassLoader former = Thread.currentThread().getContextClassLoader();
        ClassLoader application = new ClassLoader(former) {};
        List<ClassLoader> seen = new CopyOnWriteArrayList<>();
        LeaderElector elector;
        try {
            Thread.currentThread().setContextClassLoader(application);
            elector = builder()
                    .listener(noting(() -> seen.add(Thread.currentThread().getContextClassLoader())))
                    .build();
        } finally {
            Thread.currentThread().setContextClassLoader(former);
        }
        elector.start();
        Awaitility.await().until(() -> told.size() == 1);
        elector.close();
        assertThat(seen).containsExactly(application, application);
    }

    @Test
    void aTaskForWhichThereIsNoThreadRunsOnceThereIsOne() {
        ScarceThreads machine = new ScarceThreads();
        LeaderThreads leader = new LeaderThreads(machine.of(Thread::new));
        machine.exhaust();
        leader.execute(() -> told.add("ran"));
        leader.schedule(1, () -> told.add("ran later"));
        Awaitility.await().until(() -> machine.refused() >= 3);
        assertThat(told).isEmpty();
        machine.recover();
        Awaitility.await().until(() -> told.size() == 2);
        assertThat(told).containsExactlyInAnyOrder("ran", "ran later");
    }
}

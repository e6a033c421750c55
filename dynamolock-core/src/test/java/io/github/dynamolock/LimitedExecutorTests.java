package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LimitedExecutorTests {

    private final Queue<Runnable> threads = new ArrayDeque<>();
    private final List<Integer> done = new ArrayList<>();

    private void runThreads() {
        for (Runnable thread = threads.poll(); thread != null; thread = threads.poll()) {
            thread.run();
        }
    }

    @Test
    void moreThanItsLimitWaitInOrder() {
        LimitedExecutor limited = new LimitedExecutor(threads::add, 2);
        for (int i = 0; i < 5; i++) {
            int number = i;
            limited.execute(() -> done.add(number));
        }
        assertThat(threads).hasSize(2);
        runThreads();
        assertThat(done).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void aThreadThatIsGivenBackIsAskedForAgain() {
        LimitedExecutor limited = new LimitedExecutor(threads::add, 1);
        for (int i = 0; i < 3; i++) {
            int number = i;
            limited.execute(() -> done.add(number));
            assertThat(threads).hasSize(1);
            runThreads();
        }
        assertThat(done).containsExactly(0, 1, 2);
    }

    @Test
    void whatATaskAsksForIsDoneOnItsOwnThreadAfterIt() {
        LimitedExecutor limited = new LimitedExecutor(threads::add, 1);
        limited.execute(() -> {
            limited.execute(() -> done.add(2));
            done.add(1);
        });
        assertThat(threads).hasSize(1);
        runThreads();
        assertThat(done).containsExactly(1, 2);
    }

    @Test
    void aTaskForWhichThereIsNoThreadIsRefusedAndLeavesNothingBehind() {
        List<Boolean> open = new ArrayList<>();
        LimitedExecutor limited = new LimitedExecutor(
                task -> {
                    if (open.isEmpty()) {
                        throw new RejectedExecutionException("expected by the test");
                    }
                    threads.add(task);
                },
                1);
        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> limited.execute(() -> done.add(1)));
        open.add(true);
        limited.execute(() -> done.add(2));
        runThreads();
        assertThat(done).containsExactly(2);
    }

    @Test
    void whatWaitsCanBeForgotten() {
        LimitedExecutor limited = new LimitedExecutor(threads::add, 1);
        limited.execute(() -> done.add(1));
        limited.clear();
        runThreads();
        assertThat(done).isEmpty();
        limited.execute(() -> done.add(2));
        runThreads();
        assertThat(done).containsExactly(2);
    }

    @Test
    void manyThreadsThatAskAtOnceNeverGetMoreThanTheLimitAndLoseNothing() throws InterruptedException {
        int tasks = 20_000;
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch ended = new CountDownLatch(tasks);
        ExecutorService pool = Executors.newCachedThreadPool();
        ExecutorService askers = Executors.newFixedThreadPool(4);
        try {
            LimitedExecutor limited = new LimitedExecutor(pool, 3);
            for (int i = 0; i < tasks; i++) {
                askers.execute(() -> limited.execute(() -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    Thread.onSpinWait();
                    running.decrementAndGet();
                    ended.countDown();
                }));
            }
            ended.await();
            assertThat(most.get()).isBetween(1, 3);
        } finally {
            askers.shutdownNow();
            pool.shutdownNow();
        }
    }
}

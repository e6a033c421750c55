package io.github.dynamolock.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Time that goes on by itself, and can be moved on. */
class MovableTimeTests {

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final MovableTime time = new MovableTime(Duration.ofSeconds(5));
    private final List<Long> ran = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        time.close();
    }

    @Test
    void untilItIsMovedItIsTheMachinesTime() {
        long before = System.nanoTime();
        long now = time.nanoTime();
        assertThat(now - before).isNotNegative();
        assertThat(System.nanoTime() - now).isNotNegative();
    }

    @Test
    void bothClocksMoveByAsMuch() throws InterruptedException {
        long nanos = time.nanoTime();
        long millis = time.currentTimeMillis();

        time.advance(Duration.ofDays(1));

        assertThat(time.nanoTime() - nanos)
                .isGreaterThanOrEqualTo(TimeUnit.DAYS.toNanos(1))
                .isLessThan(TimeUnit.DAYS.toNanos(1) + 10 * MINUTE);
        assertThat(time.currentTimeMillis() - millis)
                .isGreaterThanOrEqualTo(TimeUnit.DAYS.toMillis(1) - 1)
                .isLessThan(TimeUnit.DAYS.toMillis(1) + TimeUnit.MINUTES.toMillis(10));
    }

    @Test
    void whatIsDueSoonRunsWithoutBeingMovedTo() {
        time.schedule(TimeUnit.MILLISECONDS.toNanos(5), () -> ran.add(time.nanoTime()));
        Awaitility.await().until(() -> ran.size() == 1);
    }

    @Test
    void eachTaskRunsAtItsOwnTimeAndWhatItSchedulesToo() throws InterruptedException {
        long start = time.nanoTime();
        time.schedule(30 * MINUTE, () -> ran.add(time.nanoTime() - start));
        time.schedule(10 * MINUTE, () -> {
            ran.add(time.nanoTime() - start);
            time.schedule(10 * MINUTE, () -> ran.add(time.nanoTime() - start));
        });

        time.advance(Duration.ofMinutes(40));

        assertThat(ran).hasSize(3);
        assertThat(ran.get(0)).isBetween(10 * MINUTE, 11 * MINUTE);
        assertThat(ran.get(1)).isBetween(20 * MINUTE, 21 * MINUTE);
        assertThat(ran.get(2)).isBetween(30 * MINUTE, 31 * MINUTE);
    }

    @Test
    void timeDoesNotGoOnBeforeTheCallsOfAMomentAreDone() throws InterruptedException {
        CountDownLatch handedOver = new CountDownLatch(1);
        long start = time.nanoTime();
        time.schedule(10 * MINUTE, () -> {
            Runnable call = time.work(() -> ran.add(time.nanoTime() - start));
            Thread caller = new Thread(() -> {
                awaitQuietly(handedOver);
                call.run();
            });
            caller.start();
        });
        Thread mover = new Thread(() -> advanceQuietly(Duration.ofHours(1)));
        mover.start();
        Awaitility.await().until(() -> time.nanoTime() - start >= 10 * MINUTE);

        handedOver.countDown();
        mover.join();

        assertThat(ran).singleElement().satisfies(at -> assertThat(at).isBetween(10 * MINUTE, 12 * MINUTE));
    }

    @Test
    void aCallThatHangsIsWaitedForOnce() throws InterruptedException {
        MovableTime impatient = new MovableTime(Duration.ofMillis(20));
        impatient.schedule(MINUTE, () -> impatient.work(() -> {}));
        impatient.schedule(2 * MINUTE, () -> ran.add(impatient.nanoTime()));

        impatient.advance(Duration.ofMinutes(3));

        assertThat(ran).hasSize(1);
        impatient.close();
    }

    @Test
    void whatIsTakenBackDoesNotRun() throws InterruptedException {
        time.schedule(MINUTE, () -> ran.add(1L)).run();
        time.advance(Duration.ofMinutes(2));
        assertThat(ran).isEmpty();
    }

    @Test
    void itDoesNotGoBack() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> time.advance(Duration.ofSeconds(-1)))
                .withMessageContaining("-1");
    }

    @Test
    void closingEndsItsThread() {
        Set<Thread> before = threads();
        MovableTime other = new MovableTime(Duration.ofSeconds(5));
        assertThat(before.containsAll(threads())).isFalse();
        other.close();
        Awaitility.await().until(() -> before.containsAll(threads()));
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("dynamolock-test-time"))
                .collect(Collectors.toSet());
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void advanceQuietly(Duration by) {
        try {
            time.advance(by);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

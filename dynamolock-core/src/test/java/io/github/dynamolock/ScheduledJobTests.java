package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job that three instances try once a period, each when its own wall clock says so; simulated. */
class ScheduledJobTests {

    private static final Duration PERIOD = Duration.ofMinutes(10);
    private static final Duration WORK = Duration.ofSeconds(2);
    private static final int PERIODS = 50;
    private static final double APART = 0.4;

    private ManualLocks manual;
    private final int[] runs = new int[PERIODS];

    @BeforeEach
    void open() throws InterruptedException {
        manual = new ManualLocks();
    }

    @AfterEach
    void close() {
        manual.close();
    }

    /** One instance; its clock is set now and then, and is behind by up to so much of a period. */
    private final class Instance {

        private final LockRequest request;
        private final SplittableRandom random;
        private LockClient locks = manual.newClient();

        Instance(LockRequest request, long seed) {
            this.request = request;
            this.random = new SplittableRandom(seed);
        }

        void start() {
            for (int period = 0; period < PERIODS; period++) {
                int number = period;
                long behind = (long) (PERIOD.toNanos() * APART * random.nextDouble());
                manual.time.schedule(PERIOD.toNanos() * period + behind, () -> run(number));
            }
        }

        private void run(int period) {
            CompletableFuture<LockHandle> asked = locks.acquireAsync(request);
            Blocking.whenGranted(asked, lock -> {
                runs[period]++;
                manual.time.schedule(WORK.toNanos(), lock::close);
            });
        }

        /** Closes and starts again, whatever it holds. */
        void redeploy() {
            locks.close();
            locks = manual.newClient();
        }
    }

    private List<Instance> start(LockRequest request, long seed) {
        List<Instance> instances = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Instance instance = new Instance(request, seed * 3 + i);
            instance.start();
            instances.add(instance);
        }
        return instances;
    }

    private static LockRequest.Builder attempt() {
        return LockRequest.forKey("k").waitTime(Duration.ZERO);
    }

    private static LockRequest forHalfAPeriod() {
        return attempt().minHold(PERIOD.dividedBy(2)).build();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void itRunsOnceAPeriodThoughTheClocksOfItsInstancesDiffer(long seed) {
        List<Instance> unused = start(forHalfAPeriod(), seed);
        manual.pass(PERIOD.multipliedBy(PERIODS));
        assertThat(runs).containsOnly(1);
    }

    /** So the test above can fail. */
    @Test
    void withoutAShortestHoldItRunsMoreThanOnce() {
        List<Instance> unused = start(attempt().build(), 1);
        manual.pass(PERIOD.multipliedBy(PERIODS));
        assertThat(runs).contains(3).doesNotContain(0);
    }

    /** Each instance is redeployed after each of its runs and tries, also while it works. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void itRunsNeverTwiceInAPeriodThoughItsInstancesAreRedeployedAllTheTime(long seed) {
        List<Instance> instances = start(forHalfAPeriod(), seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (long passed = 0; passed < PERIOD.toSeconds() * PERIODS; passed++) {
            manual.pass(Duration.ofSeconds(1));
            if (random.nextInt(60) == 0) {
                instances.get(random.nextInt(3)).redeploy();
            }
        }
        assertThat(runs).contains(1).doesNotContain(2, 3);
    }
}

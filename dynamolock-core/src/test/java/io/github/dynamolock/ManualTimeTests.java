package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManualTimeTests {

    private final ManualTime time = new ManualTime();
    private final List<String> ran = new ArrayList<>();

    @Test
    void bothClocksAdvanceTogether() {
        Moment start = time.now();
        time.advance(Duration.ofSeconds(5));
        assertThat(time.now().nanos() - start.nanos()).isEqualTo(5_000_000_000L);
        assertThat(time.now().wallMillis() - start.wallMillis()).isEqualTo(5_000);
        assertThat(time.now().since(start)).isEqualTo(time.now().monotonicSince(start));
    }

    @Test
    void timeStandsStillByItself() {
        assertThat(time.now()).isEqualTo(time.now());
    }

    @Test
    void partsOfAMillisecondAddUpOnTheWallClock() {
        Moment start = time.now();
        for (int i = 0; i < 10; i++) {
            time.advance(Duration.ofNanos(300_000));
        }
        assertThat(time.now().wallMillis() - start.wallMillis()).isEqualTo(3);
    }

    @Test
    void theWallClockJumpsAlone() {
        Moment start = time.now();
        time.jumpWall(Duration.ofHours(-1));
        assertThat(time.now()).isEqualTo(new Moment(start.nanos(), start.wallMillis() - 3_600_000));
        time.jumpWall(Duration.ofHours(2));
        assertThat(time.now()).isEqualTo(new Moment(start.nanos(), start.wallMillis() + 3_600_000));
    }

    @Test
    void aSuspendedMachineRunsNothingAndItsMonotonicClockStandsStill() {
        Moment start = time.now();
        time.schedule(1_000, () -> ran.add("task"));
        time.suspend(Duration.ofSeconds(30));
        assertThat(ran).isEmpty();
        assertThat(time.now().monotonicSince(start)).isZero();
        assertThat(time.now().since(start)).isEqualTo(30_000_000_000L);
        assertThat(time.nanosUntilNext()).hasValue(1_000);
    }

    @Test
    void tasksRunInOrderOfTheirDueTimeEachAtThatTime() {
        Moment start = time.now();
        time.schedule(3_000, () -> ran.add("c" + time.now().monotonicSince(start)));
        time.schedule(1_000, () -> ran.add("a" + time.now().monotonicSince(start)));
        time.schedule(2_000, () -> ran.add("b" + time.now().monotonicSince(start)));
        time.advance(Duration.ofNanos(10_000));
        assertThat(ran).containsExactly("a1000", "b2000", "c3000");
        assertThat(time.now().monotonicSince(start)).isEqualTo(10_000);
    }

    @Test
    void tasksDueTogetherRunInTheOrderInWhichTheyWereScheduled() {
        for (int i = 0; i < 50; i++) {
            String name = "task" + i;
            time.schedule(1_000, () -> ran.add(name));
        }
        time.advance(Duration.ofNanos(1_000));
        assertThat(ran).hasSize(50).startsWith("task0", "task1").endsWith("task48", "task49");
    }

    @Test
    void aTaskDueExactlyAtTheEndRunsAndALaterOneDoesNot() {
        time.schedule(1_000, () -> ran.add("at the end"));
        time.schedule(1_001, () -> ran.add("later"));
        time.advance(Duration.ofNanos(1_000));
        assertThat(ran).containsExactly("at the end");
        assertThat(time.pending()).isEqualTo(1);
        time.advance(Duration.ofNanos(1));
        assertThat(ran).containsExactly("at the end", "later");
    }

    @Test
    void aTaskThatSchedulesAnotherWithinTheAdvanceSeesItRun() {
        time.schedule(1_000, () -> time.schedule(500, () -> ran.add("second")));
        time.advance(Duration.ofNanos(1_500));
        assertThat(ran).containsExactly("second");
    }

    @Test
    void aTaskWithoutDelayWaitsUntilTimeIsAskedToRunIt() {
        time.schedule(0, () -> ran.add("now"));
        time.schedule(-5, () -> ran.add("overdue"));
        assertThat(ran).isEmpty();
        time.runDue();
        assertThat(ran).containsExactly("now", "overdue");
    }

    @Test
    void aCancelledTaskDoesNotRun() {
        Scheduler.Scheduled task = time.schedule(1_000, () -> ran.add("cancelled"));
        time.schedule(1_000, () -> ran.add("kept"));
        task.cancel();
        task.cancel();
        time.advance(Duration.ofSeconds(1));
        assertThat(ran).containsExactly("kept");
        assertThat(time.nanosUntilNext()).isEmpty();
    }

    @Test
    void aTaskMayCancelOneThatIsDueAtTheSameTime() {
        List<Scheduler.Scheduled> second = new ArrayList<>();
        time.schedule(1_000, () -> second.get(0).cancel());
        second.add(time.schedule(1_000, () -> ran.add("second")));
        time.advance(Duration.ofSeconds(1));
        assertThat(ran).isEmpty();
    }

    @Test
    void whatATaskThrowsEndsTheAdvanceAtThatTime() {
        Moment start = time.now();
        time.schedule(1_000, () -> {
            throw new IllegalStateException("thrown by a task");
        });
        time.schedule(2_000, () -> ran.add("after"));
        assertThatIllegalStateException().isThrownBy(() -> time.advance(Duration.ofSeconds(1)));
        assertThat(time.now().monotonicSince(start)).isEqualTo(1_000);
        time.advance(Duration.ofSeconds(1));
        assertThat(ran).containsExactly("after");
    }

    @Test
    void timeDoesNotGoBack() {
        assertThatIllegalArgumentException().isThrownBy(() -> time.advance(Duration.ofNanos(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> time.suspend(Duration.ofNanos(-1)));
    }
}

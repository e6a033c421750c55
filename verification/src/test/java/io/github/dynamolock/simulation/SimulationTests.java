package io.github.dynamolock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The real client under random faults. {@link Simulations} runs more of it. */
class SimulationTests {

    private static final long SCHEDULES = Long.parseLong(System.getenv().getOrDefault("DYNAMOLOCK_SCHEDULES", "500"));

    private static QuietLogs logs = QuietLogs.begin();

    @BeforeAll
    static void silence() {
        logs.close();
        logs = QuietLogs.begin();
    }

    @AfterAll
    static void restore() {
        logs.close();
    }

    @Test
    void noInvariantIsBrokenInAnySchedule() throws InterruptedException {
        Report report = Simulations.run(0, SCHEDULES, Plans::of);
        System.out.println(report.coverage.table());
        System.out.println(report.line());
        List<String> failures = new ArrayList<>();
        for (Outcome failure : report.failures()) {
            failures.add("seed " + failure.plan().seed() + ": " + failure.violations());
        }
        assertThat(failures).isEmpty();
        assertThat(report.grants()).isGreaterThan(SCHEDULES * 5);
        assertThat(report.kept()).isGreaterThan(SCHEDULES / 5);
    }

    @Test
    void aSeedMeansTheSameEachTime() {
        List<Long> once = new ArrayList<>();
        List<Long> twice = new ArrayList<>();
        for (long seed = 0; seed < 100; seed++) {
            once.add(Simulations.one(Plans.of(seed), false).hash());
            twice.add(Simulations.one(Plans.of(seed), false).hash());
        }
        assertThat(twice).isEqualTo(once);
        assertThat(once).doesNotHaveDuplicates();
    }
}

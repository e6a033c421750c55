package io.github.dynamolock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The real client under random faults: messages lost, doubled, late beyond a lease, refused in every way; processes paused,
 * starved, killed, closing, and started again under the same name; callers interrupted, listeners that throw, callbacks that
 * take half a minute; machines suspended, with clocks of different rates that are
 * set; rows deleted, overwritten and freed by others. Each invariant is checked after each event.
 *
 * <p>The environment variable {@code DYNAMOLOCK_SCHEDULES=N} runs more schedules than the few hundred of each build; from
 * {@link Simulations#ALL_CELLS_FROM} on each fault must have befallen each kind of call, and from {@link
 * Simulations#CELLS_OFTEN_FROM} on {@link Simulations#CELLS_OFTEN} times. {@code DYNAMOLOCK_SEED=S} runs one
 * and prints all that happens in it, and, if something breaks, once more without what has nothing to do with that.
 */
class SimulationTests {

    private static final long SCHEDULES = Long.parseLong(System.getenv().getOrDefault("DYNAMOLOCK_SCHEDULES", "500"));
    private static final int REPEATED = 100;
    private static final int FEW = 50;

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
        String seed = System.getenv("DYNAMOLOCK_SEED");
        if (seed != null) {
            assertThat(Simulations.replayed(Long.parseLong(seed)).violations()).isEmpty();
            return;
        }
        Report report = Simulations.run(0, SCHEDULES, Schedules.ANY.plans);
        assertThat(Simulations.failures(report, Schedules.ANY)).isEmpty();
        assertThat(report.grants()).isGreaterThan(SCHEDULES * 5);
        assertThat(report.losses()).isGreaterThan(SCHEDULES / 2);
        assertThat(report.kept()).isGreaterThan(SCHEDULES / 5);
    }

    @ParameterizedTest
    @EnumSource(names = {"STEADY", "LATE"})
    void noInvariantIsBrokenWhereFewFaultsHideIt(Schedules kind) throws InterruptedException {
        Report report = Simulations.run(0, FEW, kind.plans);
        assertThat(report.failures())
                .extracting(failure -> Simulations.described(failure, kind))
                .isEmpty();
        assertThat(report.grants()).isGreaterThan(FEW);
    }

    @Test
    void aSeedMeansTheSameEachTime() {
        List<Long> once = hashes();
        assertThat(hashes()).isEqualTo(once);
        assertThat(once).doesNotHaveDuplicates();
    }

    private static List<Long> hashes() {
        List<Long> hashes = new ArrayList<>();
        try (Crew crew = new Crew()) {
            for (long seed = 0; seed < REPEATED; seed++) {
                hashes.add(Simulation.run(Plans.of(seed), crew, false).hash());
            }
        }
        return hashes;
    }

    /** Ids that repeat are no fault that a client can survive: the row is all that it has to tell its own hold by. */
    @Test
    void holdIdsThatRepeatBreakExclusionWhichIsWhyTheyMustNot() throws InterruptedException {
        Report report = Simulations.run(0, 20, Plans::withRepeatedIds);
        assertThat(report.failures())
                .anySatisfy(outcome -> assertThat(outcome.violations())
                        .extracting(Violation::invariant)
                        .isNotEmpty());
    }

    @Test
    void shrinkingLeavesWhatMatters() {
        List<Integer> left =
                Shrinking.fewer(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9), parts -> parts.contains(3) && parts.contains(8));
        assertThat(left).containsExactly(3, 8);
    }

    @Test
    void aScheduleFromWhichPartsAreLeftOutStillRuns() {
        Plan plan = Plans.of(7);
        Plan fewer = plan.withWants(plan.wants().subList(0, 3))
                .withDisturbances(List.of())
                .withStrikes(Map.of(1L, Fault.REPLY_LOST));
        Outcome outcome = Simulations.one(fewer, true);
        assertThat(outcome.violations()).isEmpty();
        assertThat(outcome.struck()).containsExactly(Map.entry(1L, Fault.REPLY_LOST));
        assertThat(outcome.lines()).anySatisfy(line -> assertThat(line).contains("[REPLY_LOST]"));
    }
}

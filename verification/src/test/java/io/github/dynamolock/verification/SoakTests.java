package io.github.dynamolock.verification;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A thousand held locks in one process and 50 contenders in two others, on a table that fails in one call of a hundred, and
 * a process that stands still each minute. Takes ten minutes; {@code -Ddynamolock.soak.seconds=3600} makes it an hour, and
 * 60 tries it. {@code mvn -Psoak -pl verification -am test} runs it.
 */
@Tag("soak")
class SoakTests {

    private static final Duration HELD_LEASE = Duration.ofSeconds(20);
    private static final Duration CONTENDED_LEASE = Duration.ofSeconds(4);
    private static final int LOCKS = 1000;
    private static final int CONTENDERS_EACH = 25;
    private static final int KEYS = 20;

    /** A round has one pause and ends with a line of the table: a minute, and less where the whole is short. */
    private static final Duration ROUND =
            Settings.SOAK.compareTo(Duration.ofMinutes(6)) < 0 ? Settings.SOAK.dividedBy(4) : Duration.ofMinutes(1);

    /** What a heap may grow by beside 5 %: what 50 threads and 1,000 renewals have under way at a moment. */
    private static final long HEAP_SLACK = 2_000_000;

    /** Renewals of a thousand locks take a few of these threads, and at most as many as any number of locks. */
    private static final int RENEWING_THREADS = 32;

    /** Connections that nobody uses are kept for a few seconds, and threads for ten. */
    private static final Duration REST = Duration.ofSeconds(20);

    @TempDir
    private Path files;

    private Stage stage;
    private SoakProcess holders;
    private final List<SoakProcess> contenders = new ArrayList<>();
    private final List<Stall> stalls = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() throws Exception {
        stage = new Stage(HELD_LEASE);
        holders = new SoakProcess("holders", stage.holders(Holders.class, "held", LOCKS));
        for (int i = 0; i < 2; i++) {
            contenders.add(
                    SoakProcess.contenders(stage, "contenders-" + i, CONTENDED_LEASE, CONTENDERS_EACH, KEYS, files));
        }
        holders.process().expect("ready");
        for (SoakProcess contender : contenders) {
            contender.process().expect("ready");
        }
    }

    @AfterEach
    void stop() {
        stage.close();
    }

    @Test
    void nothingIsLostNothingOverlapsAndNothingGrows() throws Exception {
        failOneCallInAHundred();
        Stall.watch(stalls::add);
        long began = System.nanoTime();
        int rounds = Math.toIntExact(Settings.SOAK.dividedBy(ROUND));
        System.out.println("  seconds | sections | lost | heap MB, threads, descriptors of each process");
        for (int round = 1; round <= rounds; round++) {
            long start = System.nanoTime();
            pause(round);
            Stage.awaitPassed(start, ROUND);
            holders.look();
            for (SoakProcess contender : contenders) {
                contender.look();
            }
            printRow(Duration.ofNanos(System.nanoTime() - began));
            if (round == rounds / 2 || round == rounds) {
                letContendersRest();
            }
        }

        assertNothingLostWithoutCause();
        assertNothingGrew();
        assertNoOverlap();
    }

    /** 1 % in all, of each kind a sixth. */
    private void failOneCallInAHundred() {
        double each = 0.01 / 6;
        stage.dynamo.faults().onAny().client("local").withProbability(each).loseRequest();
        stage.dynamo.faults().onAny().client("local").withProbability(each).loseReply();
        stage.dynamo.faults().onAny().client("local").withProbability(each).throttle();
        stage.dynamo.faults().onAny().client("local").withProbability(each).serverError();
        stage.dynamo.faults().onAny().client("local").withProbability(each).serverErrorAfterApplying();
        stage.dynamo.faults().onAny().client("local").withProbability(each).unavailable();
    }

    /** In turn one process of contenders for longer than its lease, and the holders for less than theirs. */
    private void pause(int round) throws Exception {
        switch (round % 3) {
            case 0 -> holders.pause(HELD_LEASE.dividedBy(4));
            case 1 -> contenders.get(0).pause(CONTENDED_LEASE.multipliedBy(3).dividedBy(2));
            default -> contenders.get(1).pause(CONTENDED_LEASE.multipliedBy(3).dividedBy(2));
        }
    }

    /** So that what they use can be compared to the last thread and descriptor. */
    private void letContendersRest() throws Exception {
        for (SoakProcess contender : contenders) {
            contender.process().ask("rest");
        }
        Stage.awaitPassed(System.nanoTime(), REST);
        for (SoakProcess contender : contenders) {
            contender.lookAtRest();
            contender.process().ask("go");
        }
        System.out.println(
                "  at rest | " + contenders.stream().map(SoakProcess::atRest).toList());
    }

    private void printRow(Duration since) {
        StringBuilder row = new StringBuilder();
        long sections = contenders.stream().mapToLong(SoakProcess::sections).sum();
        int lost =
                contenders.stream().mapToInt(process -> process.losses().size()).sum();
        row.append(String.format("%9d | %8d | %4d |", since.toSeconds(), sections, lost));
        for (SoakProcess process : all()) {
            Vitals now = process.latest();
            row.append(String.format(
                    " %s %.2f, %d, %d;", process.name(), now.heap() / 1e6, now.threads(), now.descriptors()));
        }
        System.out.println(row);
    }

    private List<SoakProcess> all() {
        List<SoakProcess> all = new ArrayList<>(contenders);
        all.add(0, holders);
        return all;
    }

    private void assertNothingLostWithoutCause() throws Exception {
        holders.process().ask("held");
        assertThat(holders.process().expect("held", LOCKS))
                .filteredOn(line -> line.endsWith(" false"))
                .isEmpty();
        holders.process().ask("told");
        assertThat(holders.process().expect("told", LOCKS))
                .filteredOn(line -> !line.endsWith(" 0 0"))
                .isEmpty();
        for (SoakProcess contender : contenders) {
            System.out.printf(
                    "%s lost %s, and stood still for %d s, pauses included%n",
                    contender.name(), contender.losses(), contender.stalled().toSeconds());
            assertThat(contender.falseLosses(CONTENDED_LEASE, stalls))
                    .as("%s; stalls of the table: %s", contender.name(), stalls)
                    .isEmpty();
            assertThat(contender.failures()).as(contender.name()).isEmpty();
        }
        assertThat(contenders).extracting(SoakProcess::sections).allMatch(sections -> sections > 0);
        assertThat(stage.dynamo.faults().strikes()).isNotEmpty();
    }

    /**
     * Since the end of the warm-up. A heap that became smaller has been warming up still: its least size counts. Of the
     * holders, which never rest, threads are bounded, and connections by threads.
     */
    private void assertNothingGrew() {
        SoftAssertions grown = new SoftAssertions();
        for (SoakProcess process : all()) {
            long least =
                    process.sinceWarm().stream().mapToLong(Vitals::heap).min().orElseThrow();
            grown.assertThat(process.latest().heap())
                    .as("bytes of heap of %s, which were %d", process.name(), least)
                    .isLessThan(least + least / 20 + HEAP_SLACK);
        }
        assertBounded(grown, holders.sinceWarm());
        for (SoakProcess contender : contenders) {
            Vitals before = contender.atRest().get(0);
            Vitals after = contender.atRest().get(1);
            grown.assertThat(after.threads())
                    .as("threads of %s at rest", contender.name())
                    .isLessThanOrEqualTo(before.threads());
            grown.assertThat(after.descriptors())
                    .as("descriptors of %s at rest", contender.name())
                    .isLessThanOrEqualTo(before.descriptors());
        }
        grown.assertAll();
    }

    private static void assertBounded(SoftAssertions grown, List<Vitals> looks) {
        Vitals least =
                looks.stream().min(Comparator.comparingInt(Vitals::threads)).orElseThrow();
        long fewest = looks.stream().mapToLong(Vitals::descriptors).min().orElseThrow();
        Vitals last = looks.get(looks.size() - 1);
        grown.assertThat(last.threads())
                .as("threads of the holders, which were %d", least.threads())
                .isLessThanOrEqualTo(least.threads() + RENEWING_THREADS);
        grown.assertThat(last.descriptors())
                .as("descriptors of the holders, which were %d", fewest)
                .isLessThanOrEqualTo(fewest + RENEWING_THREADS);
    }

    private void assertNoOverlap() throws Exception {
        List<Belief> beliefs = new ArrayList<>();
        for (SoakProcess contender : contenders) {
            contender.process().kill();
            beliefs.addAll(Belief.read(files.resolve(contender.name())));
        }
        System.out.printf("%d sections of two processes and 50 threads compared%n", beliefs.size());
        assertThat(beliefs).isNotEmpty();
        assertThat(Belief.faults(beliefs)).isEmpty();
    }
}

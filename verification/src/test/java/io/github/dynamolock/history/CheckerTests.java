package io.github.dynamolock.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.history.Entry.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CheckerTests {

    private static final int GOOD = 10_000;
    private static final int BAD_OF_EACH_KIND = 20;
    private static final int SMALL = 20_000;

    @Test
    void historiesOfALockAreAccepted() {
        for (int seed = 0; seed < GOOD; seed++) {
            List<Entry> history = new ArrayList<>();
            for (String key : List.of("k", "l")) {
                history.addAll(HonestLock.history(new Random(seed), key, 3 + seed % 30));
            }
            assertThat(Checker.check(history)).as("seed %d", seed).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void spoiledHistoriesAreRejectedForTheRightReason(Damage damage) {
        for (int seed = 0; seed < BAD_OF_EACH_KIND; seed++) {
            List<Entry> bad = damage.of(HonestLock.history(new Random(seed), "k", 5 + seed));

            assertThat(Checker.check(bad))
                    .as("seed %d", seed)
                    .singleElement()
                    .satisfies(fault -> assertThat(fault.reason()).isEqualTo(damage.reason()));
        }
    }

    @Test
    void itAgreesWithTryingAllOrders() {
        int good = 0;
        int bad = 0;
        for (int seed = 0; seed < SMALL; seed++) {
            Random random = new Random(seed);
            List<Entry> history = shaken(HonestLock.history(random, "k", 2 + random.nextInt(2)), random);

            boolean accepted = Checker.check(history).isEmpty();

            assertThat(accepted).as("seed %d: %s", seed, history).isEqualTo(Linearizations.exists(history));
            good += accepted ? 1 : 0;
            bad += accepted ? 0 : 1;
        }
        assertThat(good).isGreaterThan(SMALL / 10);
        assertThat(bad).isGreaterThan(SMALL / 10);
        System.out.printf("both accepted %d and rejected %d histories%n", good, bad);
    }

    /** Up to three entries are moved in time, or get the token of another; what no order can show is left out. */
    private static List<Entry> shaken(List<Entry> history, Random random) {
        List<Entry> shaken = new ArrayList<>(history);
        shaken.removeIf(e -> e.operation() == Entry.Operation.LOST || e.outcome() != Outcome.OK);
        shaken.replaceAll(
                e -> new Entry("p", "t", e.operation(), "k", e.token(), e.invoked(), e.answered(), e.outcome()));
        for (int times = random.nextInt(4); times > 0; times--) {
            int index = random.nextInt(shaken.size());
            Entry e = shaken.get(index);
            long moved = random.nextInt(160) - 80L;
            long token = random.nextInt(4) == 0
                    ? shaken.get(random.nextInt(shaken.size())).token()
                    : e.token();
            shaken.set(
                    index,
                    new Entry(
                            "p",
                            "t",
                            e.operation(),
                            "k",
                            token,
                            e.invoked() + moved,
                            e.answered() + moved,
                            e.outcome()));
        }
        return shaken;
    }

    @Test
    void aHistoryIsReadAsItWasWrittenWithoutALineThatWasCutOff(@TempDir Path directory) throws IOException {
        try (Recorder recorder = new Recorder(directory, "p1")) {
            recorder.answered(Entry.Operation.ACQUIRE, "k", 7, Recorder.now(), Outcome.OK);
            recorder.answered(Entry.Operation.RELEASE, "k", 7, Recorder.now(), Outcome.INFO);
        }
        Files.writeString(directory.resolve("p1.history"), "p1 main ACQ", StandardOpenOption.APPEND);

        List<Entry> read = Recorder.merged(directory);

        assertThat(read).hasSize(2);
        assertThat(read.get(0).token()).isEqualTo(7);
        assertThat(read.get(1).answered()).isEqualTo(Entry.NEVER);
        assertThat(Entry.parse(read.get(1).line())).isEqualTo(read.get(1));
    }
}

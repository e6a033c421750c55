package io.github.dynamolock.verification;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Five processes that read, change and write one item under a lock, and are stopped inside that for longer than their lease;
 * and five more that do the same without a fence. {@code -Ddynamolock.workload.seconds=3600} makes it an hour.
 */
class FencedWorkloadTests {

    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final int PROCESSES = 5;

    private final ExecutorService drivers = Executors.newCachedThreadPool();
    private Stage stage;

    @BeforeEach
    void start() throws InterruptedException {
        stage = new Stage(LEASE);
    }

    @AfterEach
    void stop() {
        drivers.shutdownNow();
        stage.close();
    }

    @Test
    void withAFenceNoUpdateIsLostAndWithoutOneSomeAre() throws Exception {
        Appenders fenced = new Appenders(stage, "fenced");
        Appenders bare = new Appenders(stage, "bare");
        for (int i = 0; i < PROCESSES; i++) {
            fenced.start(LEASE, "fenced");
            bare.start(LEASE, "bare");
        }
        List<Callable<Void>> work = new ArrayList<>(fenced.drives(Settings.WORKLOAD));
        work.addAll(bare.drives(Settings.WORKLOAD));
        for (Future<Void> driver : drivers.invokeAll(work)) {
            driver.get();
        }

        Set<String> lostWithFence = lost(fenced, "fenced");
        Set<String> lostWithout = lost(bare, "bare");
        print("with the fence", fenced, lostWithFence);
        print("without a fence", bare, lostWithout);
        assertThat(lostWithFence).isEmpty();
        assertThat(fenced.pauses()).isPositive();
        assertThat(fenced.rejected()).isGreaterThanOrEqualTo(fenced.pauses());
        assertThat(bare.pauses()).isPositive();
        // Who is stopped after it has read writes over what another has added meanwhile.
        assertThat(lostWithout).hasSizeGreaterThanOrEqualTo(bare.pauses());
    }

    private Set<String> lost(Appenders appenders, String key) {
        Set<String> lost = new HashSet<>(appenders.added());
        Appender.read(stage.dynamoDb, key).forEach(entry -> lost.remove(entry.s()));
        return lost;
    }

    private static void print(String what, Appenders appenders, Set<String> lost) {
        System.out.printf(
                "%s: %d updates acknowledged, %d lost, %d rejected; %d stopped beyond the lease inside their section%n",
                what, appenders.added().size(), lost.size(), appenders.rejected(), appenders.pauses());
    }
}

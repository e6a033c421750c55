package io.github.dynamolock.verification.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Prints what lock clients on DynamoDB cost, side by side on one endpoint. {@code -Dfull=true} measures more. Only counts of
 * calls are required to be as promised, and that ours fails in nothing; times are the machine's.
 */
class PeersBenchmarks {

    @Test
    void sideBySide() throws Exception {
        Form form = Form.chosen();
        Results results = new Results();
        Set<PeerKind> failed;
        System.out.printf("This takes about %d s.%n", form.length().toSeconds());
        long start = System.nanoTime();
        try (Stage stage = new Stage()) {
            CyclesSection cycles = new CyclesSection(stage, form, results);
            step("warm-up", cycles::warmUp);
            step("cycles", cycles::run);
            step("hand-off", new HandOffSection(stage, form, results)::run);
            step("crowds", new CrowdsSection(stage, form, results)::run);
            step("held locks", new HeldSection(stage, form, results)::run);
            failed = stage.failed();
        }
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        System.out.println("\n" + machine() + ", measured in " + took.toSeconds() + " s\n\n" + results.markdown());
        assertThat(failed).doesNotContain(PeerKind.DYNAMOLOCK);
        countsAreAsPromised(form, results);
    }

    private interface Step {
        void run() throws Exception;
    }

    private static void step(String name, Step step) throws Exception {
        long start = System.nanoTime();
        step.run();
        System.out.printf(Locale.ROOT, "%s: %d s%n", name, (System.nanoTime() - start) / 1_000_000_000);
    }

    private static String machine() {
        return String.format(
                Locale.ROOT,
                "%d cores, Java %s, %s %s, load at the end %.1f, %s",
                Runtime.getRuntime().availableProcessors(),
                Runtime.version(),
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                LocalDate.now(ZoneOffset.UTC));
    }

    private static void countsAreAsPromised(Form form, Results results) {
        assertThat(results.ours("cycle of one key: calls")).hasValue(2);
        assertThat(results.ours("cycle of a fresh key: calls")).hasValue(2);
        assertThat(results.ours("attempt at a held lock: calls")).hasValue(1);
        for (Form.Crowd crowd : form.crowds()) {
            // A poller for each client, and the holder's renewals.
            assertThat(results.ours(CrowdsSection.rate(crowd)).orElseThrow())
                    .as(CrowdsSection.rate(crowd))
                    .isLessThanOrEqualTo(3.0 * crowd.clients() + 1);
            if (crowd.clients() == 1) {
                assertThat(results.ours(CrowdsSection.reads(crowd)).orElseThrow())
                        .as(CrowdsSection.reads(crowd))
                        .isLessThanOrEqualTo(crowd.threads());
            }
        }
    }
}

package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The figures in docs/cost.md are what the client's calls consume, counted in manual time, at the prices on that page. */
class CostTests {

    private static final Path PAGE = Path.of("..", "docs", "cost.md");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int SAMPLE = 10;

    private final List<String> counted = new ArrayList<>();
    private ManualLocks manual;
    private CapacityMeter meter;
    private LockClient client;

    @BeforeEach
    void open() throws InterruptedException {
        manual = new ManualLocks();
        meter = new CapacityMeter(manual.dynamo.client());
        client = metered();
    }

    @AfterEach
    void close() {
        manual.close();
    }

    private LockClient metered() {
        return manual.open(manual.builder(), meter);
    }

    @Test
    void eachRowOfThePageIsWhatWasCounted() throws Exception {
        cycle();
        deletingCycle();
        contendedTry();
        waits(1);
        waits(10);
        waits(60);
        localWait();
        localHandOff();
        heldForAnHour();
        leadership();
        manyHeldForAnHour();
        List<String> rows = Files.readString(PAGE)
                .lines()
                .filter(line -> line.matches("\\| [^|]+ \\| [\\d,]+ \\| [\\d,]+ \\| [\\d.]+ \\|"))
                .toList();
        assertThat(rows).isEqualTo(counted);
    }

    private void cycle() throws Exception {
        client.acquireAsync(request("cycle").build()).get().release();
        row("a lock acquired and released, that nobody else wants", 1);
    }

    private void deletingCycle() throws Exception {
        client.acquireAsync(request("deleted").deleteOnRelease().build()).get().release();
        row("the same with `deleteOnRelease`", 1);
    }

    private void contendedTry() throws Exception {
        LockHandle held = manual.newClient().acquireAsync(request("k").build()).get();
        assertThat(ManualLocks.ask(client, Duration.ZERO)).isCompletedExceptionally();
        row("a try while another holds the lock", 1);
        held.release();
    }

    private void waits(int seconds) throws Exception {
        LockHandle held = manual.newClient().acquireAsync(request("k").build()).get();
        CompletableFuture<LockHandle> waiting = ManualLocks.ask(metered(), Duration.ofSeconds(seconds));
        manual.pass(Duration.ofSeconds(seconds));
        assertThat(waiting).isCompletedExceptionally();
        row("a wait of " + seconds + " s in vain, while another holds the lock", 1);
        held.release();
    }

    private void localWait() throws Exception {
        LockRequest.Builder unrenewed =
                request("k").leaseDuration(Duration.ofMinutes(5)).withoutHeartbeat();
        LockHandle held = client.acquireAsync(unrenewed.build()).get();
        meter.reset();
        CompletableFuture<LockHandle> waiting = ManualLocks.ask(client, Duration.ofSeconds(60));
        manual.pass(Duration.ofSeconds(60));
        assertThat(waiting).isCompletedExceptionally();
        row("a wait of 60 s behind a thread of the same client", 1);
        held.release();
        meter.reset();
    }

    private void localHandOff() throws Exception {
        LockHandle held = client.acquireAsync(request("k").build()).get();
        CompletableFuture<LockHandle> waiting = ManualLocks.ask(client, Duration.ofSeconds(60));
        meter.reset();
        held.release();
        LockHandle next = ManualLocks.granted(waiting);
        row("a release that hands the lock to the next thread of the same client", 1);
        next.release();
        meter.reset();
    }

    private void heldForAnHour() throws Exception {
        LockHandle held = client.acquireAsync(request("k").build()).get();
        meter.reset();
        manual.pass(HOUR);
        assertThat(held.isHeld()).isTrue();
        row("a lock held for an hour", 1);
        held.release();
        meter.reset();
    }

    private void leadership() {
        LockClient first = metered();
        LeaderElector leader = elector(first);
        leader.start();
        assertThat(leader.isLeader()).isTrue();
        meter.reset();
        manual.pass(HOUR);
        row("a leader, for an hour", 1);

        CapacityMeter own = meter;
        meter = new CapacityMeter(manual.dynamo.client());
        LeaderElector candidate = elector(metered());
        candidate.start();
        manual.pass(Duration.ofMinutes(1));
        meter.reset();
        manual.pass(HOUR);
        assertThat(candidate.isLeader()).isFalse();
        row("each further candidate, for an hour", 1);
        candidate.close();
        leader.close();
        meter = own;
    }

    private LeaderElector elector(LockClient locks) {
        return LeaderElector.builder(locks, "leader").build(manual.time, manual.time, Runnable::run);
    }

    private void manyHeldForAnHour() throws Exception {
        for (int i = 0; i < SAMPLE; i++) {
            client.acquireAsync(request("many-" + i).build()).get();
        }
        meter.reset();
        manual.pass(HOUR);
        row("10,000 locks held for an hour", 10_000 / SAMPLE);
    }

    private static LockRequest.Builder request(String key) {
        return LockRequest.forKey(key).waitTime(Duration.ZERO);
    }

    /** What was consumed since the row before, so many times. */
    private void row(String what, int times) {
        BigDecimal writes = BigDecimal.valueOf(times * meter.writes());
        BigDecimal reads = BigDecimal.valueOf(times * meter.reads());
        BigDecimal price = writes.multiply(price("write")).add(reads.multiply(price("read")));
        String cost = price.movePointLeft(6).stripTrailingZeros().toPlainString();
        counted.add(String.format("| %s | %,.0f | %,.0f | %s |", what, writes, reads, cost));
        meter.reset();
    }

    /** The price of a million request units that the page assumes. */
    private static BigDecimal price(String kind) {
        Matcher price;
        try {
            price = Pattern.compile("(?m)^\\| a million " + kind + " request units \\| ([0-9.]+) \\|$")
                    .matcher(Files.readString(PAGE));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        assertThat(price.find()).as("the price of " + kind + " request units").isTrue();
        return new BigDecimal(price.group(1));
    }
}

package io.github.dynamolock.verification;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import io.github.dynamolock.local.LocalDynamoDb;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many held locks, many waiters, many cycles, on a table that takes its time. Prints what it measures. */
@Tag("alone")
class ManyLocksTests {

    private LocalDynamoDb dynamo;

    @BeforeEach
    void createTable() throws InterruptedException {
        dynamo = LocalDynamoDb.create();
        LockTables.create(dynamo.client(), LockTableSpec.of("locks"));
    }

    @AfterEach
    void close() {
        dynamo.close();
    }

    @Test
    void twoHundredLocksAreRenewedInTimeAtTwentyMillisecondsForEachCall() throws Exception {
        RenewalAges ages = new RenewalAges();
        dynamo.faults().onAny().delayReply(Duration.ofMillis(20));
        try (LockClient locks = LockClient.builder(dynamo.client())
                .table("locks")
                .leaseDuration(Duration.ofSeconds(3))
                .heartbeatPeriod(Duration.ofSeconds(1))
                .listener(ages)
                .build()) {
            acquire(locks, 200);
            hold(Duration.ofSeconds(25));
            assertThat(locks.heldLocks()).hasSize(200);
        }
        long[] gaps = ages.sorted();
        System.out.printf(
                "200 locks, heartbeat 1 s, lease 3 s, 20 ms a call, 25 s: lost before the end 0, gaps between renewals median"
                        + " %d ms, p99 %d ms, max %d ms%n",
                gaps[gaps.length / 2], gaps[gaps.length * 99 / 100], gaps[gaps.length - 1]);
        assertThat(gaps[gaps.length * 99 / 100]).isLessThan(1500);
    }

    /** Rows are there before, and so cost no heap that a lock would be charged with. */
    @Test
    void tenThousandLocksAreRenewedInTimeAndEvenlyByFewThreadsAndTakeLittleHeap() throws Exception {
        RenewalAges ages = new RenewalAges();
        try (LockClient locks = LockClient.builder(dynamo.client())
                .table("locks")
                .leaseDuration(Duration.ofSeconds(20))
                .heartbeatPeriod(Duration.ofSeconds(5))
                .listener(ages)
                .build()) {
            acquire(locks, 10_000).forEach(LockHandle::release);
            dynamo.faults().onAny().withProbability(0.01).delayReply(Duration.ofMillis(50));
            dynamo.faults().onAny().delayReply(Duration.ofMillis(5));
            long heapBefore = usedHeap();
            List<LockHandle> held = acquire(locks, 10_000);
            long heapEach = (usedHeap() - heapBefore) / held.size();
            OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
            long cpuBefore = system.getProcessCpuTime();
            Duration window = Duration.ofSeconds(60);
            Instant from = Instant.now();
            hold(window);
            double cores = (system.getProcessCpuTime() - cpuBefore) / (double) window.toNanos();
            List<String> threads = clientThreads();
            LongSummaryStatistics seconds =
                    LongStream.of(ages.bySecond(from, Instant.now())).summaryStatistics();
            assertThat(locks.heldLocks()).hasSize(10_000);
            assertThat(ages.lost()).isZero();
            long[] gaps = ages.sorted();
            System.out.printf(
                    Locale.ROOT,
                    "10,000 locks, heartbeat 5 s, lease 20 s, 5 ms a call, 50 ms for one in a hundred, 60 s: lost 0; renewed"
                            + " after ms: median %d, p99 %d (at most 6000), longest %d (under 12000); renewals a second:"
                            + " %.0f, in the busiest %d, %.2f times as many (at most 1.3); %.2f cores with the table's (at"
                            + " most 1.0); %d threads (at most 32); %d bytes of heap each (at most 2048)%n",
                    gaps[gaps.length / 2],
                    gaps[gaps.length * 99 / 100],
                    gaps[gaps.length - 1],
                    seconds.getAverage(),
                    seconds.getMax(),
                    seconds.getMax() / seconds.getAverage(),
                    cores,
                    threads.size(),
                    heapEach);
            assertThat(threads).hasSizeLessThanOrEqualTo(32);
            assertThat(heapEach).isLessThanOrEqualTo(2048);
            dynamo.faults().clear();
        }
    }

    @Test
    void fiveHundredThreadsThatWaitForOneKeyCostAsMuchAsOneAndAreServedInOrder() throws Exception {
        try (LockClient holder = client();
                LockClient crowded = client()) {
            LockHandle held = holder.acquire("k");
            ConcurrentLinkedQueue<Integer> served = new ConcurrentLinkedQueue<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                int number = i;
                Thread thread = new Thread(() -> pass(crowded, served, number));
                threads.add(thread);
                thread.start();
                Awaitility.await()
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> crowded.waitingLocks().size() > number);
            }
            dynamo.calls().reset();
            hold(Duration.ofSeconds(10));
            double reads = dynamo.calls().count("GetItem") / 10.0;
            dynamo.calls().reset();
            held.release();
            for (Thread thread : threads) {
                thread.join(TimeUnit.MINUTES.toMillis(2));
            }
            double calls = dynamo.calls().total() / 500.0;
            System.out.printf(
                    "500 waiters in one client: %.1f reads a second while waiting; then %.2f calls for each section%n",
                    reads, calls);
            assertThat(new ArrayList<>(served)).hasSize(500).isSorted();
            assertThat(reads).isLessThan(5);
            assertThat(calls).isLessThan(1.5);
        }
    }

    @Test
    void tenThousandCyclesLeaveNothingBehind() throws Exception {
        try (LockClient locks = client()) {
            cycles(locks, 0, 2_000);
            int threadsBefore = Thread.activeCount();
            long heapBefore = usedHeap();
            cycles(locks, 2_000, 12_000);
            // What is left is the table's own rows: measure them by deleting them.
            dynamo.client().deleteTable(delete -> delete.tableName("locks"));
            long grown = usedHeap() - heapBefore;
            System.out.printf(
                    "10,000 cycles over distinct keys: heap grew by %d KB, threads from %d to %d, %d held, %d waiting%n",
                    grown / 1024,
                    threadsBefore,
                    Thread.activeCount(),
                    locks.heldLocks().size(),
                    locks.waitingLocks().size());
            assertThat(grown).isLessThan(3_000_000);
            // On a busy machine more come than are needed; after ten seconds without work they end.
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> Thread.activeCount() <= threadsBefore + 5);
        }
    }

    private LockClient client() {
        return LockClient.builder(dynamo.client()).table("locks").build();
    }

    private static void pass(LockClient locks, ConcurrentLinkedQueue<Integer> served, int number) {
        try (LockHandle lock = locks.acquire(
                LockRequest.forKey("k").waitTime(Duration.ofMinutes(5)).build())) {
            assertThat(lock.isHeld()).isTrue();
            served.add(number);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void cycles(LockClient locks, int from, int to) throws InterruptedException {
        for (int i = from; i < to; i++) {
            locks.acquire("key-" + i).close();
        }
    }

    /** Those of the client, without the table's. */
    private static List<String> clientThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("dynamolock-") && !name.startsWith("dynamolock-local"))
                .toList();
    }

    private static List<LockHandle> acquire(LockClient locks, int count) {
        List<CompletableFuture<LockHandle>> futures = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            futures.add(locks.acquireAsync(LockRequest.forKey("key-" + i)
                    .waitTime(Duration.ofMinutes(1))
                    .build()));
        }
        return futures.stream().map(CompletableFuture::join).toList();
    }

    /** Lets real time pass: what is measured here is a rate. */
    private static void hold(Duration time) throws InterruptedException {
        Awaitility.await().timeout(time.plusSeconds(1)).pollDelay(time).until(() -> true);
    }

    private static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}

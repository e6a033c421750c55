package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.local.RegisterHistory.Kind;
import io.github.dynamolock.local.RegisterHistory.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** Real threads read, write and conditionally write a few items; what each saw must fit one order of all. */
abstract class LinearizabilityContract extends FrontContract {
    private static final int THREADS = 6;
    private static final int KEYS = 3;
    private static final int OPERATIONS = 150;
    private static final long NEVER = Long.MAX_VALUE;

    private final List<RegisterHistory> histories =
            IntStream.range(0, KEYS).mapToObj(key -> new RegisterHistory()).toList();
    private final AtomicInteger values = new AtomicInteger();

    @Test
    void readsAndWritesOfAnItemFitOneOrder() throws Exception {
        run();
        assertThat(histories).allMatch(RegisterHistory::isLinearizable);
        assertThat(histories.stream().mapToInt(RegisterHistory::size).sum()).isEqualTo(THREADS * OPERATIONS);
    }

    @Test
    void theyDoWhenAnswersAreLostAndLateToo() throws Exception {
        dynamo.faults().on("PutItem", "UpdateItem").withProbability(0.02).loseReply();
        dynamo.faults().on("PutItem", "UpdateItem").withProbability(0.02).loseRequest();
        dynamo.faults().onAny().withProbability(0.05).delayReply(Duration.ofMillis(2));
        dynamo.faults().onAny().withProbability(0.05).delayRequest(Duration.ofMillis(2));
        run();
        assertThat(dynamo.faults().strikes()).isNotEmpty();
        assertThat(histories).as("struck: %s", dynamo.faults().strikes()).allMatch(RegisterHistory::isLinearizable);
    }

    /** So it is known that the histories are close enough to show what they must not. */
    @Test
    void staleReadsAreSeenNotToFit() throws Exception {
        dynamo.faults().on("GetItem").staleReads();
        run();
        assertThat(histories).noneMatch(RegisterHistory::isLinearizable);
    }

    @BeforeEach
    void putFirstValues() {
        for (int key = 0; key < KEYS; key++) {
            put("key-" + key, Map.of("v", n(0)));
        }
    }

    private void run() throws Exception {
        CyclicBarrier start = new CyclicBarrier(THREADS);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                SplittableRandom random = new SplittableRandom(thread);
                running.add(threads.submit(() -> {
                    start.await();
                    operate(random);
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void operate(SplittableRandom random) {
        int seen = 0;
        for (int i = 0; i < OPERATIONS; i++) {
            int key = random.nextInt(KEYS);
            switch (random.nextInt(4)) {
                case 0 -> write(key);
                case 1 -> swap(key, seen);
                default -> seen = read(key);
            }
        }
    }

    private int read(int key) {
        long called = System.nanoTime();
        int value = Integer.parseInt(the(
                        client.getItem(g -> g.tableName(TABLE).key(key("key-" + key)))
                                .item(),
                        "v")
                .n());
        histories.get(key).add(new Operation(Kind.READ, value, 0, called, System.nanoTime()));
        return value;
    }

    private void write(int key) {
        int value = values.incrementAndGet();
        long called = System.nanoTime();
        long answered = NEVER;
        try {
            put("key-" + key, Map.of("v", n(value)));
            answered = System.nanoTime();
        } catch (SdkClientException e) {
            assertThat(e).hasRootCauseInstanceOf(java.io.IOException.class);
        }
        histories.get(key).add(new Operation(Kind.WRITE, 0, value, called, answered));
    }

    private void swap(int key, int expected) {
        int value = values.incrementAndGet();
        var swap = update("key-" + key, "SET v = :new", Map.of(":new", n(value), ":old", n(expected))).toBuilder()
                .conditionExpression("v = :old")
                .build();
        long called = System.nanoTime();
        Kind kind = Kind.SWAP;
        long answered = NEVER;
        try {
            var unused = client.updateItem(swap);
            answered = System.nanoTime();
        } catch (ConditionalCheckFailedException e) {
            kind = Kind.SWAP_REFUSED;
            answered = System.nanoTime();
        } catch (SdkClientException e) {
            assertThat(e).hasRootCauseInstanceOf(java.io.IOException.class);
        }
        histories.get(key).add(new Operation(kind, expected, value, called, answered));
    }
}

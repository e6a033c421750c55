package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

abstract class RacesContract extends FrontContract {
    private static final int RACERS = 8;
    private static final int ROUNDS = 100;

    private static void race(Callable<?> racer) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(RACERS);
        try {
            List<Future<?>> racers = new ArrayList<>();
            for (int i = 0; i < RACERS; i++) {
                racers.add(threads.submit(racer));
            }
            for (Future<?> each : racers) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aConditionalWriteHasOneWinnerForEachKey() throws Exception {
        AtomicInteger[] winners = new AtomicInteger[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            winners[round] = new AtomicInteger();
        }
        CyclicBarrier start = new CyclicBarrier(RACERS);
        race(() -> {
            for (int round = 0; round < ROUNDS; round++) {
                start.await();
                try {
                    client.updateItem(update("key-" + round, "SET v = :v", Map.of(":v", n(1))).toBuilder()
                            .conditionExpression("attribute_not_exists(pk)")
                            .build());
                    winners[round].incrementAndGet();
                } catch (ConditionalCheckFailedException lost) {
                    assertThat(lost.awsErrorDetails().errorMessage()).isEqualTo("The conditional request failed");
                }
            }
            return null;
        });
        assertThat(winners).allSatisfy(count -> assertThat(count.get()).isEqualTo(1));
    }

    @Test
    void countersLoseNothing() throws Exception {
        Set<String> seen = new HashSet<>();
        race(() -> {
            for (int round = 0; round < ROUNDS; round++) {
                var update = update("counter", "ADD v :one", Map.of(":one", n(1))).toBuilder()
                        .returnValues(ReturnValue.UPDATED_NEW)
                        .build();
                String value = the(client.updateItem(update).attributes(), "v").n();
                synchronized (seen) {
                    assertThat(seen.add(value)).isTrue();
                }
            }
            return null;
        });
        assertThat(get("counter")).containsEntry("v", n(RACERS * ROUNDS));
        assertThat(seen).hasSize(RACERS * ROUNDS);
    }
}

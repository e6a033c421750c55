package io.github.dynamolock.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import io.github.dynamolock.history.Entry.Operation;
import io.github.dynamolock.local.LocalDynamoDb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What real threads of several clients saw of a table that fails. {@code -Ddynamolock.history.seconds=60} for longer. */
class ThreadHistoryTests {

    private static final Duration TIME = Duration.ofSeconds(Long.getLong("dynamolock.history.seconds", 4L));
    private static final int CLIENTS = 3;
    private static final int THREADS = 3;

    @Test
    void aTableThatLosesDelaysAndRepeatsGivesAHistoryOfALock(@TempDir Path directory) throws Exception {
        try (LocalDynamoDb dynamo = LocalDynamoDb.create()) {
            LockTables.create(dynamo.client(), LockTableSpec.of("locks"));
            dynamo.faults().onAny().withProbability(0.02).loseRequest();
            dynamo.faults().onAny().withProbability(0.02).loseReply();
            dynamo.faults().on("UpdateItem").withProbability(0.02).duplicateAfter(Duration.ofMillis(300));
            dynamo.faults().onAny().withProbability(0.01).delayRequest(Duration.ofMillis(1_500));
            dynamo.faults().onAny().withProbability(0.01).delayReply(Duration.ofMillis(1_200));
            dynamo.faults().onAny().withProbability(0.02).throttle();

            contend(dynamo, directory);

            List<Entry> history = Recorder.merged(directory);
            long grants = history.stream().filter(e -> e.is(Operation.ACQUIRE)).count();
            long lost = history.stream().filter(e -> e.is(Operation.LOST)).count();
            System.out.printf("threads: %d entries, %d grants, %d losses told%n", history.size(), grants, lost);
            assertThat(Checker.check(history)).isEmpty();
            assertThat(grants).isGreaterThan(CLIENTS * THREADS);
        }
    }

    private static void contend(LocalDynamoDb dynamo, Path directory) throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        List<LockClient> clients = new ArrayList<>();
        List<Recorder> recorders = new ArrayList<>();
        List<Future<Void>> ends = new ArrayList<>();
        long end = System.nanoTime() + TIME.toNanos();
        for (int number = 0; number < CLIENTS; number++) {
            String name = "client-" + number;
            LockClient client = Contender.client(dynamo.client(name), "locks", name);
            Recorder recorder = new Recorder(directory, name);
            clients.add(client);
            recorders.add(recorder);
            for (int thread = 0; thread < THREADS; thread++) {
                Contender contender = new Contender(client, recorder, number * 10L + thread, 2);
                Callable<Void> turns = () -> {
                    while (System.nanoTime() < end) {
                        contender.turn();
                    }
                    return null;
                };
                ends.add(threads.submit(turns));
            }
        }
        for (Future<Void> ended : ends) {
            ended.get();
        }
        threads.shutdown();
        clients.forEach(LockClient::close);
        for (Recorder recorder : recorders) {
            recorder.close();
        }
    }
}

package io.github.dynamolock.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import io.github.dynamolock.history.Checker;
import io.github.dynamolock.history.Contender;
import io.github.dynamolock.history.Entry;
import io.github.dynamolock.history.Recorder;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.local.LocalEndpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What three processes saw that are killed at random and started anew. {@code -Ddynamolock.history.kills=100} for more.
 */
class ProcessHistoryTests {

    private static final int PROCESSES = 3;
    private static final int KILLS = Integer.getInteger("dynamolock.history.kills", 6);
    private static final int GRANTS_BETWEEN = 10;

    @Test
    void processesThatAreKilledLeaveAHistoryOfALock(@TempDir Path directory) throws Exception {
        Random random = new Random(7);
        HolderProcess[] processes = new HolderProcess[PROCESSES];
        try (LocalDynamoDb dynamo = LocalDynamoDb.create()) {
            LocalEndpoint endpoint = dynamo.serve(0);
            LockTables.create(dynamo.client(), LockTableSpec.of("locks"));
            int started = 0;
            for (; started < PROCESSES; started++) {
                processes[started] = start(endpoint, directory, started);
            }
            for (int kill = 0; kill < KILLS; kill++) {
                long before = grants(directory);
                Awaitility.await()
                        .atMost(Duration.ofMinutes(2))
                        .until(() -> grants(directory) >= before + GRANTS_BETWEEN);
                int victim = random.nextInt(PROCESSES);
                processes[victim].kill();
                processes[victim] = start(endpoint, directory, started);
                started++;
            }
        } finally {
            for (HolderProcess process : processes) {
                if (process != null) {
                    process.close();
                }
            }
        }
        List<Entry> history = Recorder.merged(directory);
        System.out.printf("processes: %d entries, %d grants, %d kills%n", history.size(), grants(directory), KILLS);
        assertThat(Checker.check(history)).isEmpty();
    }

    private static HolderProcess start(LocalEndpoint endpoint, Path directory, int number)
            throws IOException, InterruptedException {
        HolderProcess process = new HolderProcess(
                Contender.class, endpoint.uri().toString(), "locks", directory.toString(), "process-" + number, "1");
        process.expect("contending");
        return process;
    }

    private static long grants(Path directory) throws IOException {
        return Recorder.merged(directory).stream()
                .filter(e -> e.operation() == Entry.Operation.ACQUIRE && e.outcome() == Entry.Outcome.OK)
                .count();
    }
}

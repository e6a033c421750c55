package io.github.dynamolock.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.local.LocalEndpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One {@code @SchedulerLock} job that three processes are due to run at the same moments. */
class ScheduledInstancesTests {

    private static final int INSTANCES = 3;
    private static final int PERIODS = 30;

    private final LocalDynamoDb dynamo = LocalDynamoDb.create();
    private final List<HolderProcess> instances = new ArrayList<>();

    /** A run: in which period, by which instance, with which fencing token. */
    private record Run(long period, int instance, long token) {

        static Run of(int instance, String line) {
            String[] words = line.split(" ", -1);
            return new Run(Long.parseLong(words[1]), instance, Long.parseLong(words[2]));
        }
    }

    @AfterEach
    void stop() {
        instances.forEach(HolderProcess::close);
        dynamo.close();
    }

    @Test
    void theJobRunsOnceInEachOfThirtyPeriods() throws Exception {
        LocalEndpoint endpoint = dynamo.serve(0);
        LockTables.create(dynamo.client(), LockTableSpec.of("locks"));
        for (int i = 0; i < INSTANCES; i++) {
            instances.add(
                    new HolderProcess(ScheduledInstance.class, endpoint.uri().toString(), "locks"));
        }
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < INSTANCES; i++) {
            instances.get(i).expect("ready");
        }
        long first = now() + 1;
        Awaitility.await()
                .atMost(Duration.ofSeconds(PERIODS * ScheduledInstance.PERIOD_SECONDS + 30))
                .until(() -> now() > first + PERIODS);
        for (int i = 0; i < INSTANCES; i++) {
            for (String line : instances.get(i).said("ran ")) {
                runs.add(Run.of(i, line));
            }
        }
        runs.removeIf(run -> run.period() < first || run.period() >= first + PERIODS);
        runs.sort((one, other) -> Long.compare(one.token(), other.token()));
        System.out.printf(
                "%d runs in %d periods, by instance: %s%n",
                runs.size(),
                PERIODS,
                LongStream.range(0, INSTANCES)
                        .mapToObj(instance -> runs.stream()
                                .filter(run -> run.instance() == instance)
                                .count())
                        .toList());
        assertThat(runs)
                .extracting(Run::period)
                .containsExactlyElementsOf(
                        LongStream.range(first, first + PERIODS).boxed().toList());
        assertThat(runs).extracting(Run::token).doesNotHaveDuplicates();
    }

    private static long now() {
        return System.currentTimeMillis() / 1000 / ScheduledInstance.PERIOD_SECONDS;
    }
}

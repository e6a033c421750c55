package io.github.dynamolock.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.local.FaultBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Holders that are ended as an orchestrator ends them, and close their client or their application. {@code
 * -Ddynamolock.runs=200} makes it 200 locks of each instead of 20.
 */
class TerminatedHoldersTests {

    /** So long that no lock changes hands by its end. */
    private static final Duration LEASE = Duration.ofMinutes(2);

    private static final int KEYS = 10;
    private static final int AT_ONCE = 5;
    private static final int MANY = 1000;

    /** Of a JVM that was ended by SIGTERM. */
    private static final int TERMINATED = 128 + 15;

    private Stage stage;

    @BeforeEach
    void start() throws InterruptedException {
        stage = new Stage(LEASE);
    }

    @AfterEach
    void stop() {
        stage.close();
    }

    @ParameterizedTest
    @ValueSource(classes = {Holders.class, SpringHolders.class})
    void theNextWaiterHasTheLockWithinAPollOfTheRelease(Class<?> program) throws Exception {
        Figures afterRelease = new Figures();
        Figures afterSignal = new Figures();
        for (int done = 0; done < Settings.RUNS; done += KEYS * AT_ONCE) {
            Map<HolderProcess, List<String>> holders = new LinkedHashMap<>();
            List<String> all = new ArrayList<>();
            for (int i = 0; i < AT_ONCE && done + i * KEYS < Settings.RUNS; i++) {
                String prefix = "terminated-" + done + "-" + i;
                List<String> keys = Holders.keys(prefix, KEYS);
                holders.put(stage.holders(program, prefix, KEYS), keys);
                all.addAll(keys);
            }
            for (HolderProcess holder : holders.keySet()) {
                holder.expect("ready");
            }
            Waiters waiters = new Waiters(stage.locks, all);
            for (Map.Entry<HolderProcess, List<String>> holder : holders.entrySet()) {
                long signalled = System.nanoTime();
                holder.getKey().signal("TERM");
                for (String key : holder.getValue()) {
                    long granted = waiters.grantedAt(key);
                    afterSignal.add(signalled, granted);
                    afterRelease.add(stage.writes.last(key), granted);
                }
                assertThat(holder.getKey().exit()).isEqualTo(TERMINATED);
            }
        }
        afterRelease.print(program.getSimpleName() + " terminated: the next holder after the release");
        afterSignal.print(program.getSimpleName() + " terminated: the next holder after SIGTERM");
        assertThat(afterRelease.max())
                .isLessThan(Waiters.LATEST_LOOK.plusMillis(100).plus(Settings.ALLOWANCE));
    }

    @Test
    void aThousandLocksAreFreeWithinFiveSecondsAlsoWhenEachTenthReleaseFailsOnce() throws Exception {
        HolderProcess holder = stage.holders(Holders.class, "many", MANY);
        holder.expect("ready");
        Set<String> failed = ConcurrentHashMap.newKeySet();
        failOnce(failed, "07").throttle();
        failOnce(failed, "17").loseRequest();
        failOnce(failed, "27").loseReply();
        failOnce(failed, "7").serverError();

        long signalled = System.nanoTime();
        holder.signal("TERM");
        assertThat(holder.exit()).isEqualTo(TERMINATED);

        List<Map<String, AttributeValue>> rows =
                stage.dynamoDb.scanPaginator(scan -> scan.tableName(Stage.TABLE)).items().stream()
                        .toList();
        assertThat(rows).hasSize(MANY + 1).allSatisfy(row -> assertThat(row).containsKey("isReleased"));
        assertThat(failed).hasSize(MANY / 10);
        long last = Holders.keys("many", MANY).stream()
                .mapToLong(stage.writes::last)
                .max()
                .orElseThrow();
        Duration took = Duration.ofNanos(last - signalled);
        System.out.printf(
                "%d locks, %d releases failed once: all released %d ms after SIGTERM%n",
                MANY, failed.size(), took.toMillis());
        assertThat(took).isLessThan(Duration.ofSeconds(5));
    }

    /** The first release of each key that ends so. */
    private FaultBuilder failOnce(Set<String> failed, String ending) {
        return stage.dynamo.faults().on("UpdateItem").client("local").when(request -> {
            UpdateItemRequest update = (UpdateItemRequest) request;
            String key = RowWrites.key(update);
            return key.endsWith(ending) && isRelease(update) && failed.add(key);
        });
    }

    private static boolean isRelease(UpdateItemRequest update) {
        return update.expressionAttributeNames().entrySet().stream()
                .filter(name -> name.getValue().equals("isReleased"))
                .anyMatch(name -> update.updateExpression().startsWith("SET " + name.getKey() + " ="));
    }
}

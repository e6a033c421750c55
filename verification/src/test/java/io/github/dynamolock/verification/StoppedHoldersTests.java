package io.github.dynamolock.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockHandle;
import io.github.dynamolock.fencing.TransactionGuards;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Holders that stand still for one and a half leases and go on. {@code -Ddynamolock.runs=200} makes it 200 locks instead of 20. */
class StoppedHoldersTests {

    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final int KEYS = 10;
    private static final int AT_ONCE = 5;

    private Stage stage;

    @BeforeEach
    void start() throws InterruptedException {
        stage = new Stage(LEASE);
    }

    @AfterEach
    void stop() {
        stage.close();
    }

    @Test
    void whoGoesOnAfterItsLeaseFindsTheLockLostAtTheFirstLookIsToldOnceAndCanDoNoHarm() throws Exception {
        int locks = 0;
        for (int done = 0; done < Settings.RUNS; done += KEYS * AT_ONCE) {
            int processes = Math.min(AT_ONCE, (Settings.RUNS - done + KEYS - 1) / KEYS);
            Map<HolderProcess, List<String>> holders = stage.readyHolders("stopped-" + done, processes, KEYS);
            List<String> all = holders.values().stream().flatMap(List::stream).toList();
            for (HolderProcess holder : holders.keySet()) {
                holder.stop();
                // The question is there before the process runs again: its answer is the first look.
                holder.ask("held");
            }
            long stopped = System.nanoTime();
            Waiters waiters = new Waiters(stage.locks, all);
            for (String key : all) {
                assertThat(Holders.write(stage.dynamoDb, TransactionGuards.check(waiters.lock(key)), waiters.lock(key)))
                        .isEqualTo("written");
            }
            Stage.awaitPassed(stopped, LEASE.multipliedBy(3).dividedBy(2));
            for (HolderProcess holder : holders.keySet()) {
                holder.signal("CONT");
            }
            for (Map.Entry<HolderProcess, List<String>> holder : holders.entrySet()) {
                assertLost(holder.getKey(), holder.getValue());
                assertUnharmed(holder.getValue(), waiters);
            }
            locks += all.size();
        }
        System.out.printf(
                "%d locks of holders stopped for 1.5 leases: first look false, write with the fence rejected, renewal and"
                        + " release without effect, told once: all%n",
                locks);
    }

    private static void assertLost(HolderProcess holder, List<String> keys) throws Exception {
        assertThat(holder.expect("held", KEYS)).isEqualTo(answers("held", keys, "false"));
        assertThat(ask(holder, "write")).isEqualTo(answers("write", keys, "ConditionalCheckFailed"));
        assertThat(ask(holder, "renew")).isEqualTo(answers("renew", keys, "lost"));
        assertThat(ask(holder, "release")).isEqualTo(answers("release", keys, "LOST"));
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> ask(holder, "told").stream().noneMatch(line -> line.contains(" 0")));
        // By the handle and by the client's listener. Had anything told of the loss again, it was asked for by now.
        assertThat(ask(holder, "told")).isEqualTo(answers("told", keys, "1 1"));
    }

    private void assertUnharmed(List<String> keys, Waiters waiters) throws Exception {
        for (String key : keys) {
            LockHandle taken = waiters.lock(key);
            taken.heartbeat();
            assertThat(taken.isHeld()).isTrue();
            assertThat(stage.dynamoDb
                            .getItem(get -> get.tableName(Holders.DATA).key(Map.of("key", AttributeValue.fromS(key))))
                            .item())
                    .containsEntry("token", AttributeValue.fromN(Long.toString(taken.fencingToken())));
            taken.release();
        }
    }

    private static List<String> ask(HolderProcess holder, String question) throws Exception {
        holder.ask(question);
        return holder.expect(question, KEYS);
    }

    private static List<String> answers(String question, List<String> keys, String answer) {
        List<String> lines = new ArrayList<>();
        for (String key : keys) {
            lines.add(question + " " + key + " " + answer);
        }
        return lines;
    }
}

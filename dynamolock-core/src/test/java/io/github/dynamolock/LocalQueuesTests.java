package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamolock.table.RecordVersion;
import io.github.dynamolock.table.RecordingDynamoDb;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

class LocalQueuesTests {

    private final ManualTime time = new ManualTime();
    private final Deque<Runnable> calls = new ArrayDeque<>();
    private final Engine engine = Engines.of(
            new RecordingDynamoDb(),
            ClientSettings.of(LockClient.builder(new RecordingDynamoDb()).table("locks")),
            time,
            time,
            calls::add,
            calls::add,
            calls::add,
            () -> 0.5);
    private final LocalQueues queues = engine.queues();

    private AcquireTask task(String key) {
        LockRequest request = LockRequest.forKey(key).build();
        return new AcquireTask(engine, request, AcquireSettings.of(engine.settings(), request), Runnable::run);
    }

    private Hold hold(String key, String id) {
        LockRequest request = LockRequest.forKey(key).build();
        AcquireSettings settings = AcquireSettings.of(engine.settings(), request);
        return new Hold(
                engine,
                request,
                settings,
                id,
                AcquisitionTests.row(RecordVersion.of(id, 0), false, null),
                time.now(),
                "test");
    }

    /** How many tasks have begun since the last look. */
    private int begun() {
        int count = calls.size();
        calls.clear();
        return count;
    }

    private Hold granted(AcquireTask task, String id, boolean handedOver) {
        Hold hold = hold(task.key().text(), id);
        queues.granted(task, hold, handedOver, time.now());
        return hold;
    }

    @Test
    void theFirstBeginsAndTheOthersWait() {
        AcquireTask first = task("k");
        AcquireTask second = task("k");
        assertThat(queues.enter(first)).isTrue();
        assertThat(queues.enter(second)).isFalse();
        assertThat(queues.enter(task("other"))).isTrue();
        assertThat(queues.waiting()).hasSize(3).contains(first, second);
    }

    @Test
    void whoLeavesLetsTheNextBeginInOrder() {
        AcquireTask[] tasks = {task("k"), task("k"), task("k")};
        for (AcquireTask task : tasks) {
            queues.enter(task);
        }
        queues.leave(tasks[0]);
        assertThat(begun()).isEqualTo(1);
        assertThat(queues.waiting()).containsExactly(tasks[1], tasks[2]);
        queues.leave(tasks[1]);
        assertThat(begun()).isEqualTo(1);
        queues.leave(tasks[2]);
        assertThat(begun()).isZero();
        assertThat(queues.size()).isZero();
    }

    @Test
    void whoWaitsMayLeaveWithoutAnybodyBeginning() {
        AcquireTask first = task("k");
        AcquireTask second = task("k");
        queues.enter(first);
        queues.enter(second);
        queues.leave(second);
        assertThat(begun()).isZero();
        queues.leave(second);
        queues.leave(task("unknown"));
        assertThat(queues.waiting()).containsExactly(first);
    }

    @Test
    void theNextBeginsWhenTheHoldEnds() {
        AcquireTask first = task("k");
        queues.enter(first);
        Hold hold = granted(first, "a", false);
        assertThat(queues.holder(LockKey.of("k"))).isSameAs(hold);
        assertThat(queues.enter(task("k"))).isFalse();
        assertThat(begun()).isZero();
        queues.ended(hold);
        assertThat(begun()).isEqualTo(1);
        assertThat(queues.holder(LockKey.of("k"))).isNull();
    }

    @Test
    void aHoldEndsOnce() {
        AcquireTask first = task("k");
        AcquireTask second = task("k");
        queues.enter(first);
        Hold hold = granted(first, "a", false);
        queues.enter(second);
        queues.enter(task("k"));
        queues.ended(hold);
        queues.ended(hold);
        queues.ended(hold("k", "stranger"));
        assertThat(begun()).isEqualTo(1);
    }

    @Test
    void anEndingHoldChoosesWhoComesNextAndOnlyThat() {
        AcquireTask first = task("k");
        AcquireTask second = task("k");
        queues.enter(first);
        Hold hold = granted(first, "a", false);
        assertThat(queues.successor(hold, time.now())).isNull();
        queues.enter(second);
        assertThat(queues.successor(hold("k", "stranger"), time.now())).isNull();
        assertThat(queues.successor(hold, time.now())).isSameAs(second);
        queues.ended(hold);
        assertThat(begun()).as("it has the row or begins by itself").isZero();
        granted(second, "b", true);
        assertThat(queues.waiting()).isEmpty();
    }

    @Test
    void aChosenOneThatLeavesLetsTheNextBegin() {
        AcquireTask first = task("k");
        AcquireTask second = task("k");
        AcquireTask third = task("k");
        queues.enter(first);
        Hold hold = granted(first, "a", false);
        queues.enter(second);
        queues.enter(third);
        queues.successor(hold, time.now());
        queues.leave(second);
        assertThat(begun()).isEqualTo(1);
        granted(second, "b", true);
        assertThat(queues.waiting())
                .as("the third one has begun and still counts")
                .containsExactly(third);
    }

    @Test
    void afterSixteenHandOversOthersGetATurn() {
        AcquireTask task = task("k");
        queues.enter(task);
        Hold hold = granted(task, "h0", false);
        for (int i = 1; i <= 16; i++) {
            queues.enter(task("k"));
            AcquireTask next = queues.successor(hold, time.now());
            assertThat(next).as("hand-over %s", i).isNotNull();
            if (next != null) {
                Hold ended = hold;
                hold = granted(next, "h" + i, true);
                queues.ended(ended);
            }
        }
        queues.enter(task("k"));
        assertThat(queues.successor(hold, time.now())).isNull();
        assertThat(begun()).isZero();
        queues.ended(hold);
        assertThat(begun()).as("it lets others go first").isZero();
        time.advance(Duration.ofMillis(100));
        assertThat(begun()).isEqualTo(1);
    }

    @Test
    void afterOneLeaseOthersGetATurn() {
        AcquireTask task = task("k");
        queues.enter(task);
        Hold hold = granted(task, "a", false);
        queues.enter(task("k"));
        time.advance(Duration.ofSeconds(20).minusNanos(1));
        AcquireTask next = queues.successor(hold, time.now());
        assertThat(next).isNotNull();
        if (next != null) {
            hold = granted(next, "b", true);
        }
        queues.enter(task("k"));
        time.advance(Duration.ofNanos(1));
        assertThat(queues.successor(hold, time.now())).isNull();
    }

    @Test
    void aGrantByTheTableStartsTheChainAnew() {
        AcquireTask task = task("k");
        queues.enter(task);
        Hold hold = granted(task, "a", false);
        queues.enter(task("k"));
        time.advance(Duration.ofMinutes(1));
        assertThat(queues.successor(hold, time.now())).isNull();
        queues.ended(hold);
        AcquireTask second = queues.waiting().get(0);
        Hold next = granted(second, "b", false);
        queues.enter(task("k"));
        assertThat(queues.successor(next, time.now())).isNotNull();
    }

    @Test
    void aClosedQueueRefusesWhoComesAndReturnsWhoWaits() {
        AcquireTask first = task("k");
        AcquireTask second = task("k");
        queues.enter(first);
        queues.enter(second);
        assertThat(queues.close()).containsExactly(first, second);
        assertThatExceptionOfType(LockClientClosedException.class)
                .isThrownBy(() -> queues.enter(task("k")))
                .withMessageContaining("'k'");
    }

    @Test
    void keysWithoutAnyoneAreForgotten() {
        for (int i = 0; i < 1_000; i++) {
            AcquireTask task = task("k" + i);
            queues.enter(task);
            Hold hold = granted(task, "a" + i, false);
            queues.ended(hold);
        }
        assertThat(queues.size()).isZero();
    }
}

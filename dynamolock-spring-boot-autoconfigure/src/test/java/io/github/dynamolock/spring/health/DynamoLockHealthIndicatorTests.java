package io.github.dynamolock.spring.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LeaderElector;
import io.github.dynamolock.LockTableException;
import io.github.dynamolock.WaitingLock;
import io.github.dynamolock.spring.FakeLockClient;
import io.github.dynamolock.spring.NoThreads;
import io.github.dynamolock.spring.leader.LeaderElectors;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class DynamoLockHealthIndicatorTests {

    private final FakeLockClient client = new FakeLockClient();
    private final Map<String, LeaderElector> electors = new HashMap<>();

    private Health health() {
        return new DynamoLockHealthIndicator(
                        Map.of("lockClient", client), new LeaderElectors(electors), Duration.ofMillis(200))
                .health();
    }

    @Test
    void upWhenTheTableAnswers() {
        assertThat(health().getStatus()).isEqualTo(Status.UP);
        assertThat(health().getDetails())
                .hasToString("{clients={lockClient={table=locks, ownerName=owner-1, held=0," + " waiting=0}}}");
    }

    @Test
    void contentionIsNoIllHealth() {
        client.held.add(FakeLockClient.heldLock("a", null, Duration.ofSeconds(1)));
        client.waiting.add(new WaitingLock("b", null, Instant.EPOCH, Duration.ofHours(1), "t"));
        assertThat(health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void whereElectorsStandIsToldAndIsNeverIllHealth() {
        electors.put(
                "billingLeaderElector",
                LeaderElector.builder(client, "secret-key").build());
        assertThat(health().getStatus()).isEqualTo(Status.UP);
        assertThat(health().getDetails()).containsEntry("leadership", Map.of("billing", LeaderElector.State.NEW));
        electors.values().forEach(LeaderElector::start);
        assertThat(health().getDetails()).containsEntry("leadership", Map.of("billing", LeaderElector.State.LEADER));
        electors.values().forEach(LeaderElector::close);
        assertThat(health().getStatus()).isEqualTo(Status.UP);
        assertThat(health().getDetails().toString()).contains("billing=CLOSED").doesNotContain("secret-key");
    }

    @Test
    void downWhenAHeldLeaseIsOverdue() {
        client.held.add(FakeLockClient.heldLock("secret-key", null, Duration.ZERO));
        assertThat(health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(health().getDetails().toString()).contains("overdue=1").doesNotContain("secret-key");
    }

    @Test
    void downWhenTheTableCanNotBeReached() {
        client.failure = new LockTableException("table 'locks' could not be reached", null);
        assertThat(health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(health().getDetails().toString()).contains("table 'locks' could not be reached");
    }

    @Test
    void downWhenTheTableDoesNotAnswerInTime() {
        client.hangs = new CountDownLatch(1);
        assertThat(health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(health().getDetails().toString()).contains("no answer from the table within 200 ms");
    }

    @Test
    void aTableOfNumericKeysIsAskedForANumber() {
        client.keyType = AttributeValue.Type.N;
        assertThat(health().getStatus()).isEqualTo(Status.UP);
        client.failure = new LockTableException("could not be reached", null);
        assertThat(health().getStatus()).isEqualTo(Status.DOWN);
    }

    @Test
    void downWhenTheMachineHasNoThreadForALook() {
        Health health = new DynamoLockHealthIndicator(
                        Map.of("lockClient", client),
                        new LeaderElectors(electors),
                        Duration.ofMinutes(1),
                        NoThreads::newThread)
                .health();
        assertThat(health.getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.getDetails().toString()).contains("not looked at: unable to create native thread");
    }
}

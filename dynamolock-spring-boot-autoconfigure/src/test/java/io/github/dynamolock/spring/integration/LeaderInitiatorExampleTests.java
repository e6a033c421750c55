package io.github.dynamolock.spring.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockClientBuilder;
import io.github.dynamolock.spring.AdapterLocks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.leader.event.LeaderEventPublisher;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

/** The leader election of docs/adapters.md: Spring Integration's over our registry. */
class LeaderInitiatorExampleTests {

    private static final String CUT_OFF = "cut-off";
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final AdapterLocks locks = new AdapterLocks();
    private final LockClient oneClient =
            locks.client(settings -> longer(settings).ownerName(CUT_OFF));
    private final Events events = new Events();
    private final LockRegistryLeaderInitiator one = initiator("one", new DynamoLockRegistry(oneClient));
    private final LockRegistryLeaderInitiator other =
            initiator("other", new DynamoLockRegistry(locks.client(LeaderInitiatorExampleTests::longer)));

    @AfterEach
    void close() {
        one.stop();
        other.stop();
        locks.close();
    }

    /** Leaves a leader's thread on a busy machine the time to notice. */
    private static LockClientBuilder longer(LockClientBuilder settings) {
        return settings.leaseDuration(Duration.ofSeconds(6));
    }

    private LockRegistryLeaderInitiator initiator(String id, DynamoLockRegistry registry) {
        LockRegistryLeaderInitiator initiator =
                new LockRegistryLeaderInitiator(registry, new DefaultCandidate(id, "reports"));
        initiator.setHeartBeatMillis(50);
        initiator.setLeaderEventPublisher(events.of(id));
        return initiator;
    }

    private void awaitEvents(String... expected) {
        await().atMost(LIMIT).untilAsserted(() -> assertThat(events.seen()).containsExactly(expected));
    }

    private boolean leads(LockRegistryLeaderInitiator initiator) {
        return initiator.getContext().isLeader();
    }

    @Test
    void aLeaderThatStopsIsRevokedAndTheOtherLeads() {
        one.start();
        awaitEvents("one granted");
        other.start();
        assertThat(leads(one)).isTrue();
        assertThat(leads(other)).isFalse();
        one.stop();
        await().atMost(LIMIT).until(() -> leads(other));
        assertThat(leads(one)).isFalse();
        assertThat(events.seen()).containsExactlyInAnyOrder("one granted", "one revoked", "other granted");
        assertThat(oneClient.heldLocks()).isEmpty();
    }

    @Test
    void aLeaderThatYieldsIsRevoked() {
        one.start();
        awaitEvents("one granted");
        one.getContext().yield();
        await().atMost(LIMIT).until(() -> events.seen().contains("one revoked"));
    }

    @Test
    void aLeaderWhoseLockIsLostIsRevokedAndLeadsAgainLater() {
        one.start();
        awaitEvents("one granted");
        locks.deleteRow("reports");
        awaitEvents("one granted", "one revoked", "one granted");
        one.stop();
        awaitEvents("one granted", "one revoked", "one granted", "one revoked");
        assertThat(oneClient.heldLocks()).isEmpty();
    }

    @Test
    void aLeaderThatIsCutOffIsRevokedBeforeAnotherLeads() throws Exception {
        one.start();
        awaitEvents("one granted");
        other.start();
        String holdId = holdId();
        locks.faults()
                .on("UpdateItem")
                .when(request -> isOfTheCutOff(request.toString(), holdId))
                .loseRequest();
        await().atMost(LIMIT).until(() -> events.seen().contains("other granted"));
        assertThat(events.seen()).containsExactly("one granted", "one revoked", "other granted");
    }

    /** Its renewals, and its tries to have the lock again; not what another writes who takes it over. */
    private static boolean isOfTheCutOff(String request, String holdId) {
        return request.contains(CUT_OFF) || (request.contains("BETWEEN") && request.contains(holdId));
    }

    /** What all writes of the leader's hold carry. */
    private String holdId() throws InterruptedException {
        String version = oneClient.find("reports").orElseThrow().recordVersionNumber();
        return version.substring(0, version.indexOf(':'));
    }

    @Test
    void aHolderAsksNothingOfTheTableBetweenItsRenewals() {
        one.start();
        awaitEvents("one granted");
        locks.calls().reset();
        int renewals = 4;
        await().atMost(LIMIT).until(() -> oneClient.heldLocks().get(0).renewals() >= renewals);
        assertThat(locks.calls().total()).isLessThanOrEqualTo(renewals + 2);
    }

    private static final class Events {

        private final List<String> seen = new ArrayList<>();

        synchronized List<String> seen() {
            return List.copyOf(seen);
        }

        private synchronized void add(String event) {
            seen.add(event);
        }

        LeaderEventPublisher of(String id) {
            return new LeaderEventPublisher() {

                @Override
                public void publishOnGranted(Object source, Context context, String role) {
                    add(id + " granted");
                }

                @Override
                public void publishOnRevoked(Object source, Context context, String role) {
                    add(id + " revoked");
                }

                @Override
                public void publishOnFailedToAcquire(Object source, Context context, String role) {}
            };
        }
    }
}

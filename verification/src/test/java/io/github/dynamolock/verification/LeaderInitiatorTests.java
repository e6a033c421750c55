package io.github.dynamolock.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.local.LocalEndpoint;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Spring Integration's leader election over our lock registry, in processes that are killed and stopped. */
class LeaderInitiatorTests {

    private static final Duration LEASE = Duration.ofSeconds(4);
    private static final int KILLS = 5;
    private static final String TABLE = "locks";
    private static final String ROLE = "reports";

    private final List<HolderProcess> processes = new ArrayList<>();
    private LocalDynamoDb dynamo;
    private LocalEndpoint endpoint;
    private LockClient observer;

    @BeforeEach
    void start() throws InterruptedException {
        dynamo = LocalDynamoDb.create();
        endpoint = dynamo.serve(0);
        LockTables.create(dynamo.client(), LockTableSpec.of(TABLE));
        observer = LockClient.builder(dynamo.client()).table(TABLE).build();
    }

    @AfterEach
    void stop() {
        processes.forEach(HolderProcess::close);
        observer.close();
        dynamo.close();
    }

    private HolderProcess candidate() throws IOException, InterruptedException {
        HolderProcess process = new HolderProcess(
                LeaderCandidate.class, endpoint.uri().toString(), TABLE, ROLE, Long.toString(LEASE.toMillis()));
        processes.add(process);
        process.expect("ready");
        return process;
    }

    private static long token(String granted) {
        return Long.parseLong(granted.substring("granted ".length()));
    }

    private static String answer(HolderProcess candidate) throws IOException, InterruptedException {
        candidate.ask("leading?");
        return candidate.expect("leading");
    }

    /** The leader has renewed several times: whoever waits has had every occasion to take over too soon. */
    private void awaitRenewals(int number) throws InterruptedException {
        for (int i = 0; i < number; i++) {
            String before = observer.find(ROLE).orElseThrow().recordVersionNumber();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> !observer.find(ROLE)
                            .orElseThrow()
                            .recordVersionNumber()
                            .equals(before));
        }
    }

    @Test
    void aKilledLeaderIsFollowedByTheOtherWithinItsLeaseAndNeverDoTwoLead() throws Exception {
        HolderProcess leader = candidate();
        long token = token(leader.expect("granted"));
        for (int kill = 0; kill < KILLS; kill++) {
            HolderProcess follower = candidate();
            awaitRenewals(6);
            assertThat(answer(leader)).isEqualTo("leading true");
            assertThat(follower.said("granted")).isEmpty();
            assertThat(answer(follower)).isEqualTo("leading false");

            long killed = System.nanoTime();
            leader.kill();
            long next = token(follower.expect("granted"));
            Duration took = Duration.ofNanos(System.nanoTime() - killed);

            assertThat(next).isGreaterThan(token);
            // The last renewal came at most a heartbeat before the kill, so the row's lease ends no sooner than this.
            assertThat(took).isGreaterThan(LEASE.multipliedBy(3).dividedBy(4).minusMillis(100));
            // And no later than a lease, a hundredth of it and one look; the rest is what a busy machine may take.
            assertThat(took).isLessThan(LEASE.multipliedBy(101).dividedBy(100).plusSeconds(1));
            System.out.printf("the other leads %d ms after kill -9 (lease %d ms)%n", took.toMillis(), LEASE.toMillis());
            leader = follower;
            token = next;
        }
    }

    @Test
    void aLeaderThatWasStoppedBeyondItsLeaseIsRevokedWhenItRunsAgain() throws Exception {
        HolderProcess leader = candidate();
        leader.expect("granted");
        HolderProcess follower = candidate();
        awaitRenewals(2);
        leader.stop();
        follower.expect("granted");
        leader.signal("CONT");
        leader.expect("revoked");
        assertThat(answer(leader)).isEqualTo("leading false");
        assertThat(answer(follower)).isEqualTo("leading true");
    }
}

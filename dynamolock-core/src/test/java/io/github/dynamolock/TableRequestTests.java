package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.TableRequest.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What listeners hear of the requests that a client sends. */
class TableRequestTests {

    private static final LockRequest REQUEST =
            LockRequest.forKey("k").name("Jobs.run").build();

    private final List<TableRequest> requests = new ArrayList<>();
    private final LockListener listener = new LockListener() {
        @Override
        public void requested(TableRequest request) {
            requests.add(request);
        }
    };

    @SuppressWarnings("NullAway.Init")
    private ManualLocks locks;

    @BeforeEach
    void start() throws InterruptedException {
        locks = new ManualLocks();
    }

    @AfterEach
    void end() {
        locks.close();
    }

    @Test
    void eachRequestOfALocksLifeIsToldWithItsName() {
        LockClient client = locks.open(locks.builder().listener(listener));
        LockHandle lock = ManualLocks.take(client, REQUEST);
        locks.pass(ManualLocks.HEARTBEAT);
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        TableRequest write = new TableRequest("Jobs.run", "UpdateItem", Outcome.SUCCEEDED);
        assertThat(requests).containsExactly(write, write, write);
    }

    @Test
    void deletesAndLooksAreToldToo() throws Exception {
        LockClient client = locks.open(locks.builder().listener(listener));
        LockHandle lock = ManualLocks.take(
                client, LockRequest.forKey("k").deleteOnRelease().build());
        requests.clear();
        assertThat(client.find("k")).isPresent();
        assertThat(lock.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(requests)
                .containsExactly(
                        new TableRequest(null, "GetItem", Outcome.SUCCEEDED),
                        new TableRequest(null, "DeleteItem", Outcome.SUCCEEDED));
    }

    @Test
    void aRefusalOfTheRowAndAFailureAreToldApart() {
        LockHandle other =
                ManualLocks.take(locks.newClient(), LockRequest.forKey("k").build());
        LockClient client = locks.open(locks.builder().listener(listener));
        assertThat(ManualLocks.ask(client, Duration.ZERO)).isCompletedExceptionally();
        assertThat(requests).containsExactly(new TableRequest(null, "UpdateItem", Outcome.REFUSED));
        requests.clear();
        assertThat(other.release()).isEqualTo(ReleaseResult.RELEASED);
        locks.dynamo.faults().on("UpdateItem").throttle();
        CompletableFuture<LockHandle> throttled = ManualLocks.ask(client, Duration.ZERO);
        assertThat(throttled).isDone();
        assertThat(requests).first().isEqualTo(new TableRequest(null, "UpdateItem", Outcome.FAILED));
    }

    @Test
    void aListenerThatIsAddedLaterHearsOfThemToo() {
        LockClient client = locks.newClient();
        ManualLocks.take(client, REQUEST);
        client.addListener(listener);
        client.addListener(listener);
        locks.pass(ManualLocks.HEARTBEAT);
        assertThat(requests).containsExactly(new TableRequest("Jobs.run", "UpdateItem", Outcome.SUCCEEDED));
    }

    @Test
    void whatOthersSendThroughTheSameDynamoDbClientIsNotTold() {
        LockClient client = locks.open(locks.builder().listener(listener));
        locks.deleteRow(AttributeValue.fromS("other"));
        assertThat(client.heldLocks()).isEmpty();
        assertThat(requests).isEmpty();
    }
}

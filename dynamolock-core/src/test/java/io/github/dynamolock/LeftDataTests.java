package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Data that a release leaves for the next holder, who waits in the same client and gets the row directly. */
class LeftDataTests {

    private static final SdkBytes LEFT = SdkBytes.fromUtf8String("left");
    private static final SdkBytes OWN = SdkBytes.fromUtf8String("own");

    private ManualLocks manual;
    private LockClient client;
    private LockHandle first;

    @BeforeEach
    void hold() throws InterruptedException {
        manual = new ManualLocks();
        client = manual.newClient();
        first = ManualLocks.take(client, LockRequest.forKey("k").build());
    }

    @AfterEach
    void close() {
        manual.close();
    }

    private static LockRequest.Builder waiting() {
        return LockRequest.forKey("k").waitTime(Duration.ofMinutes(1));
    }

    private LockHandle nextAfter(ReleaseRequest release, LockRequest request) {
        CompletableFuture<LockHandle> next = client.acquireAsync(request);
        assertThat(first.release(release)).isEqualTo(ReleaseResult.RELEASED);
        LockHandle lock = ManualLocks.granted(next);
        assertThat(lock.fencingToken()).isEqualTo(first.fencingToken() + 1);
        return lock;
    }

    @Test
    void theNextHolderFindsIt() {
        LockHandle next =
                nextAfter(ReleaseRequest.plain().withData(LEFT), waiting().build());

        assertThat(next.data()).contains(LEFT);
        assertThat(manual.row()).containsEntry("data", AttributeValue.fromB(LEFT));
    }

    @Test
    void itIsFoundAlsoByOneWhoBringsDataOnlyForARowThatHasNone() {
        LockHandle next = nextAfter(
                ReleaseRequest.plain().withData(LEFT), waiting().data(OWN).build());

        assertThat(next.data()).contains(LEFT);
    }

    @Test
    void oneWhoReplacesItDoes() {
        LockHandle next = nextAfter(
                ReleaseRequest.plain().withData(LEFT),
                waiting().data(OWN).replaceData().build());

        assertThat(next.data()).contains(OWN);
        assertThat(manual.row()).containsEntry("data", AttributeValue.fromB(OWN));
    }
}

package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The attribute by which DynamoDB deletes released rows, in manual time. */
class ReleasedRowRetentionTests {

    private static final LockRequest REQUEST = LockRequest.forKey("k").build();

    private ManualLocks manual;

    @BeforeEach
    void open() throws InterruptedException {
        manual = new ManualLocks();
    }

    @AfterEach
    void close() {
        manual.close();
    }

    private LockClient retaining() {
        return manual.open(manual.builder().releasedRowRetention(Duration.ofDays(7)));
    }

    @Test
    void aReleasedRowCarriesItsEndInSecondsAndAHeldRowCarriesNone() {
        LockClient client = retaining();
        LockHandle lock = ManualLocks.take(client, REQUEST);
        assertThat(manual.row()).doesNotContainKey("expiresAt");
        manual.pass(Duration.ofMinutes(1));
        assertThat(manual.row()).doesNotContainKey("expiresAt");

        long seconds = manual.time.now().wallMillis() / 1000;
        lock.release();
        assertThat(manual.row())
                .containsEntry("isReleased", AttributeValue.fromS("1"))
                .containsEntry("expiresAt", AttributeValue.fromN(Long.toString(seconds + 7 * 24 * 3600)));

        ManualLocks.take(client, REQUEST);
        assertThat(manual.row()).doesNotContainKeys("expiresAt", "isReleased");
    }

    @Test
    void aRowThatIsNeverDeletedIsFreeAllTheSame() {
        LockClient client = retaining();
        ManualLocks.take(client, REQUEST).release();
        manual.pass(Duration.ofDays(30));
        assertThat(manual.row()).containsKey("expiresAt");
        ManualLocks.take(manual.newClient(), REQUEST);
        assertThat(manual.row()).doesNotContainKey("expiresAt");
    }

    @Test
    void withoutRetentionNoEndIsWritten() {
        ManualLocks.take(manual.newClient(), REQUEST).release();
        assertThat(manual.row()).containsKey("isReleased").doesNotContainKey("expiresAt");
    }

    @Test
    void aHandOverWithinTheClientWritesNoEnd() {
        LockClient client = retaining();
        LockHandle first = ManualLocks.take(client, REQUEST);
        CompletableFuture<LockHandle> second = ManualLocks.ask(client, Duration.ofMinutes(1));
        first.release();
        ManualLocks.granted(second);
        assertThat(manual.row()).doesNotContainKeys("expiresAt", "isReleased");
    }

    @Test
    void aTakeoverRemovesAnEndThatAnotherClientLeftOnAHeldRow() {
        ManualLocks.take(
                manual.newClient(), LockRequest.forKey("k").withoutHeartbeat().build());
        Map<String, AttributeValue> row = new HashMap<>(manual.row());
        row.put("expiresAt", AttributeValue.fromN("1"));
        manual.put(AttributeValue.fromS("k"), row);
        CompletableFuture<LockHandle> waiter = ManualLocks.ask(manual.newClient(), Duration.ofMinutes(1));
        manual.pass(Duration.ofMillis(20_200));
        ManualLocks.granted(waiter);
        assertThat(manual.row()).doesNotContainKey("expiresAt");
    }
}

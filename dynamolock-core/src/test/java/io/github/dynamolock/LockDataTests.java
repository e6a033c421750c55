package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What stands in a row and passes from holder to holder, in manual time. */
class LockDataTests {

    private static final AttributeValue KEY = AttributeValue.fromS("k");

    private ManualLocks manual;

    @BeforeEach
    void open() throws InterruptedException {
        manual = new ManualLocks();
    }

    @AfterEach
    void close() {
        manual.close();
    }

    private static LockRequest.Builder with(String data) {
        return LockRequest.forKey("k").data(AbstractLockClientTests.bytes(data));
    }

    private LockHandle take(LockRequest.Builder request) {
        return ManualLocks.take(manual.newClient(), request.build());
    }

    @Test
    void aNewLockHasTheDataThatItWasAcquiredWithAndOthersSeeIt() throws InterruptedException {
        LockHandle lock = take(with("one"));
        assertThat(lock.data()).contains(AbstractLockClientTests.bytes("one"));
        LockInfo seen = manual.newClient().find("k").orElseThrow();
        assertThat(seen.data()).isEqualTo(AbstractLockClientTests.bytes("one"));
        assertThat(seen.ownerName()).isEqualTo(lock.ownerName());
    }

    @Test
    void theNextHoldersReplacingDataIsStored() throws InterruptedException {
        LockHandle first = take(with("one"));
        CompletableFuture<LockHandle> second = manual.newClient()
                .acquireAsync(with("two")
                        .replaceData()
                        .waitTime(Duration.ofMinutes(1))
                        .build());
        assertThat(second).isNotDone();
        first.release();
        manual.pass(Duration.ofSeconds(1));
        assertThat(ManualLocks.granted(second).data()).contains(AbstractLockClientTests.bytes("two"));
        assertThat(manual.newClient().find("k").orElseThrow().data()).isEqualTo(AbstractLockClientTests.bytes("two"));
    }

    @Test
    void dataStaysInAReleasedRowForWhoLooksAndForTheNextHolder() throws InterruptedException {
        take(with("one")).release();
        LockInfo free = manual.newClient().find("k").orElseThrow();
        assertThat(free.released()).isTrue();
        assertThat(free.data()).isEqualTo(AbstractLockClientTests.bytes("one"));
        assertThat(take(LockRequest.forKey("k")).data()).contains(AbstractLockClientTests.bytes("one"));
    }

    @Test
    void aLockWithoutDataMayLeaveSomeAtItsRelease() {
        take(LockRequest.forKey("k")).release(ReleaseRequest.plain().withData(AbstractLockClientTests.bytes("left")));
        assertThat(take(LockRequest.forKey("k")).data()).contains(AbstractLockClientTests.bytes("left"));
    }

    @Test
    void aDeletedRowLeavesNothing() throws InterruptedException {
        take(with("one").attribute("a", AttributeValue.fromN("1")).deleteOnRelease())
                .release(ReleaseRequest.plain().withData(AbstractLockClientTests.bytes("left")));
        assertThat(manual.newClient().find("k")).isEmpty();
        LockHandle next = take(LockRequest.forKey("k"));
        assertThat(next.data()).isEmpty();
        assertThat(next.attributes()).isEmpty();
    }

    @Test
    void attributesThatAWaiterSawEarlierAreNotWrittenIntoALaterRow() {
        LockHandle first = take(LockRequest.forKey("k").attribute("old", AttributeValue.fromN("1")));
        CompletableFuture<LockHandle> waiter = ManualLocks.ask(manual.newClient(), Duration.ofMinutes(1));
        manual.pass(Duration.ofSeconds(10));
        first.release(ReleaseRequest.plain().withDelete(true));
        manual.pass(Duration.ofSeconds(2));
        assertThat(ManualLocks.granted(waiter).attributes()).isEmpty();
        assertThat(manual.row()).doesNotContainKey("old");
    }

    @Test
    void theIdGeneratorNamesEachHold() {
        AtomicInteger ids = new AtomicInteger();
        LockClient client = manual.open(manual.builder().idGenerator(() -> "job-" + ids.incrementAndGet()));
        LockRequest request = LockRequest.forKey("k").build();
        LockHandle first = ManualLocks.take(client, request);
        assertThat(manual.row()).containsEntry("recordVersionNumber", AttributeValue.fromS("job-1:0000000000"));
        manual.pass(ManualLocks.HEARTBEAT);
        assertThat(manual.row()).containsEntry("recordVersionNumber", AttributeValue.fromS("job-1:0000000001"));
        first.release();
        ManualLocks.take(client, request);
        assertThat(manual.row()).containsEntry("recordVersionNumber", AttributeValue.fromS("job-2:0000000000"));
    }

    static Stream<Arguments> leasesOfTwentySeconds() {
        return Stream.of("20000", "20s", "20000ms", "0h0m20.0s")
                .flatMap(lease -> Stream.of(true, false).map(released -> Arguments.of(lease, released)));
    }

    @ParameterizedTest
    @MethodSource("leasesOfTwentySeconds")
    void leasesOfOtherClientsAreReadInEveryFormAndTheirRowsTaken(String lease, boolean released)
            throws InterruptedException {
        Map<String, AttributeValue> row = new HashMap<>(Map.of(
                "recordVersionNumber", AttributeValue.fromS("1700000000000000000:ABC"),
                "leaseDuration", AttributeValue.fromS(lease),
                "ownerName", AttributeValue.fromS("another client")));
        if (released) {
            row.put("isReleased", AttributeValue.fromS("1"));
        }
        manual.put(KEY, row);
        assertThat(manual.newClient().find("k").orElseThrow().leaseDuration()).isEqualTo(Duration.ofSeconds(20));
        CompletableFuture<LockHandle> waiter = ManualLocks.ask(manual.newClient(), Duration.ofMinutes(1));
        if (!released) {
            manual.pass(Duration.ofMillis(20_199));
            assertThat(waiter).isNotDone();
            manual.pass(Duration.ofMillis(1));
        }
        ManualLocks.granted(waiter);
        assertThat(manual.row())
                .doesNotContainKey("isReleased")
                .containsEntry("leaseDuration", AttributeValue.fromS("20s"));
    }

    @Test
    void aReadThatFailsIsAnErrorForWhoLooks() {
        manual.dynamo.faults().on("GetItem").loseRequest();
        assertThatExceptionOfType(LockTableException.class)
                .isThrownBy(() -> manual.newClient().find("k"))
                .withMessageContaining("'k'")
                .havingCause()
                .isInstanceOf(SdkClientException.class);
    }
}

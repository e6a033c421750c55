package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamolock.table.RecordVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Renewals of one hold that pass each other on their way to the table: the later one comes first. */
class OvertakenRenewalsTests {

    private static final SdkBytes DATA = SdkBytes.fromUtf8String("new");

    private ManualLocks manual;
    private LockHandle lock;

    /** How many of the next renewals are overtaken. */
    private int overtaken;

    @BeforeEach
    void acquire() throws InterruptedException {
        manual = new ManualLocks();
        lock = ManualLocks.take(
                manual.open(manual.builder(), Detour.before(manual.dynamo.client(), "updateItem", this::overtake)),
                LockRequest.forKey("k")
                        .withoutHeartbeat()
                        .data(SdkBytes.fromUtf8String("old"))
                        .build());
    }

    @AfterEach
    void close() {
        manual.close();
    }

    private void overtake() {
        if (overtaken > 0) {
            int rest = overtaken - 1;
            overtaken = 0;
            assertThatCode(lock::heartbeat).doesNotThrowAnyException();
            overtaken = rest;
        }
    }

    private void assertVersion(int counter) {
        assertThat(manual.row())
                .containsEntry("recordVersionNumber", AttributeValue.fromS(RecordVersion.of(lock.lockId(), counter)));
    }

    @Test
    void ofTwoPlainRenewalsTheLaterOneIsEnough() throws InterruptedException {
        overtaken = 1;
        lock.heartbeat();
        assertVersion(2);
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void oneThatReplacesTheDataIsSentAgain() throws InterruptedException {
        overtaken = 2;
        lock.heartbeat(HeartbeatRequest.plain().withData(DATA));
        assertVersion(5);
        assertThat(manual.row()).containsEntry("data", AttributeValue.fromB(DATA));
        assertThat(lock.data()).contains(DATA);
    }

    @Test
    void oneThatRemovesTheDataIsSentAgain() throws InterruptedException {
        overtaken = 1;
        lock.heartbeat(HeartbeatRequest.plain().withoutData());
        assertVersion(3);
        assertThat(manual.row()).doesNotContainKey("data");
        assertThat(lock.data()).isEmpty();
    }

    @Test
    void oneThatIsOvertakenEachTimeSaysSoAndTheLockIsHeld() {
        overtaken = 3;
        assertThatExceptionOfType(LockTableException.class)
                .isThrownBy(() -> lock.heartbeat(HeartbeatRequest.plain().withData(DATA)))
                .havingCause()
                .withMessageContaining("came first each time");
        assertVersion(6);
        assertThat(lock.isHeld()).isTrue();
        assertThat(lock.data()).contains(SdkBytes.fromUtf8String("old"));
    }
}

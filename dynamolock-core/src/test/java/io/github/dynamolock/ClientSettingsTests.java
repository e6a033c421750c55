package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dynamolock.table.LeaseForm;
import io.github.dynamolock.table.RecordingDynamoDb;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.SdkBytes;

class ClientSettingsTests {

    private static LockClientBuilder builder() {
        return LockClient.builder(new RecordingDynamoDb()).table("locks");
    }

    private static void assertRefused(Consumer<LockClientBuilder> change, String... parts) {
        LockClientBuilder builder = builder();
        change.accept(builder);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClientSettings.of(builder))
                .satisfies(e -> assertThat(e.getMessage()).contains(parts));
    }

    @Test
    void everythingButTheTableHasADefault() {
        ClientSettings settings = ClientSettings.of(builder());
        assertThat(settings.leaseDuration()).isEqualTo(Duration.ofSeconds(20));
        assertThat(settings.heartbeatPeriod()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.waitTime()).isEqualTo(Duration.ofSeconds(10));
        assertThat(settings.pollInterval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(settings.rowFormat()).isEqualTo(RowFormat.DYNAMOLOCK);
        assertThat(settings.releasedRowRetention()).isNull();
        assertThat(settings.callTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LockClient.builder(new RecordingDynamoDb()).build())
                .withMessageContaining("table must be set");
    }

    @Test
    void theDefaultOwnerNameTellsTheProcessAndDiffersEachTime() {
        String first = ClientSettings.of(builder()).ownerName();
        assertThat(first).contains("-" + ProcessHandle.current().pid() + "-").hasSizeLessThan(256);
        assertThat(ClientSettings.of(builder()).ownerName()).isNotEqualTo(first);
    }

    @Test
    void anOwnerNameMustBeThereAndShortAndIsEscapedInTheMessage() {
        assertRefused(b -> b.ownerName(""), "ownerName must have 1 to 255 characters");
        assertRefused(b -> b.ownerName(" \n"), "ownerName", "\\u000a");
        assertRefused(b -> b.ownerName("o".repeat(256)), "ownerName");
        assertThat(ClientSettings.of(builder().ownerName("o".repeat(255))).ownerName())
                .hasSize(255);
    }

    @Test
    void everyBadDurationIsNamed() {
        Duration negative = Duration.ofMillis(-1);
        Duration tooLong = LeaseForm.LONGEST.plusNanos(1);
        for (Duration bad : new Duration[] {
            negative, tooLong, Duration.ofSeconds(Long.MAX_VALUE), Duration.ofSeconds(Long.MIN_VALUE)
        }) {
            assertRefused(b -> b.leaseDuration(bad), "leaseDuration must be from 0 to 366 days", bad.toString());
            assertRefused(b -> b.heartbeatPeriod(bad), "heartbeatPeriod");
            assertRefused(b -> b.waitTime(bad), "waitTime");
            assertRefused(b -> b.pollInterval(bad), "pollInterval");
            assertRefused(b -> b.releasedRowRetention(bad), "releasedRowRetention");
        }
        assertRefused(b -> b.leaseDuration(Duration.ZERO), "leaseDuration must be greater than zero");
        assertRefused(b -> b.leaseDuration(Duration.ofNanos(999_999)), "leaseDuration must be at least a millisecond");
        assertRefused(b -> b.pollInterval(Duration.ZERO), "pollInterval must be greater than zero");
        assertRefused(b -> b.releasedRowRetention(Duration.ZERO), "releasedRowRetention");
        assertThat(ClientSettings.of(builder().waitTime(Duration.ZERO)).waitTime())
                .isZero();
    }

    @Test
    void theHeartbeatPeriodIsAtMostHalfTheLease() {
        assertRefused(
                b -> b.leaseDuration(Duration.ofSeconds(1)).heartbeatPeriod(Duration.ofSeconds(1)),
                "heartbeatPeriod PT1S must be at most half of leaseDuration PT1S",
                "Shorten the heartbeat period or lengthen the lease");
        assertRefused(b -> b.heartbeatPeriod(Duration.ofSeconds(10).plusNanos(1)), "at most half");
        assertThat(ClientSettings.of(builder().heartbeatPeriod(Duration.ofSeconds(10)))
                        .heartbeatPeriod())
                .isEqualTo(Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @CsvSource({"PT20S, PT5S, PT5S", "PT20S, PT0S, PT5S", "PT4S, PT0S, PT1S", "PT2S, PT0.5S, PT0.5S"})
    void oneCallTakesAtMostAHeartbeatPeriod(Duration lease, Duration heartbeat, Duration timeout) {
        assertThat(ClientSettings.callTimeout(lease, heartbeat)).isEqualTo(timeout);
    }

    @Test
    void laterChangesOfTheBuilderDoNotReachTheClient() {
        LockClientBuilder builder = builder();
        ClientSettings settings = ClientSettings.of(builder);
        builder.listener(new LockListener() {});
        assertThat(settings.listeners()).isEmpty();
    }

    @Test
    void keysCanNotBeNamedLikeTheRowsOwnAttributes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClientSettings.of(LockClient.builder(new RecordingDynamoDb())
                        .table(LockTable.named("t").partitionKey("ownerName"))))
                .withMessageContaining("ownerName");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClientSettings.of(LockClient.builder(new RecordingDynamoDb())
                        .table(LockTable.named("t").sortKey("data"))))
                .withMessageContaining("data");
    }

    @Test
    void dataThatFitsIntoNoRowIsRefusedBeforeItIsSent() {
        SdkBytes tooMuch = SdkBytes.fromByteArrayUnsafe(new byte[400 * 1024]);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HeartbeatRequest.plain().withData(tooMuch))
                .withMessageContaining("409600");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReleaseRequest.plain().withData(tooMuch))
                .withMessageContaining("409600");
        ClientSettings settings =
                ClientSettings.of(LockClient.builder(new RecordingDynamoDb()).table("t"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AcquireSettings.of(
                        settings, LockRequest.forKey("k").data(tooMuch).build()))
                .withMessageContaining("409600");
    }

    @Test
    void aHeartbeatPeriodThatIsTooShortToBeTimedIsRefused() {
        assertRefused(b -> b.heartbeatPeriod(Duration.ofNanos(1)), "at least a millisecond");
    }
}

package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dynamolock.table.LeaseForm;
import io.github.dynamolock.table.RecordingDynamoDb;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class AcquireSettingsTests {

    private static final AttributeValue VALUE = AttributeValue.fromS("a");

    private final ClientSettings client =
            client(LockTable.named("orders").partitionKey("pk").sortKey("sk"));

    private static ClientSettings client(LockTable table) {
        return ClientSettings.of(LockClient.builder(new RecordingDynamoDb()).table(table));
    }

    private static LockRequest.Builder request() {
        return LockRequest.forKey("k");
    }

    private void assertRefused(LockRequest.Builder request, String... parts) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AcquireSettings.of(client, request.build()))
                .satisfies(e -> assertThat(e.getMessage()).contains(parts));
    }

    @Test
    void whatTheRequestDoesNotSayIsTheClients() {
        assertThat(AcquireSettings.of(client, request().build()))
                .isEqualTo(new AcquireSettings(
                        10_000_000_000L, 1_000_000_000L, Duration.ofSeconds(20), Duration.ofSeconds(5), null, false));
    }

    @Test
    void whatTheRequestSaysCounts() {
        LockRequest request = request()
                .waitTime(Duration.ofSeconds(1))
                .pollInterval(Duration.ofMillis(100))
                .leaseDuration(Duration.ofSeconds(60))
                .maxHold(Duration.ofMinutes(5))
                .build();
        assertThat(AcquireSettings.of(client, request))
                .isEqualTo(new AcquireSettings(
                        1_000_000_000L,
                        100_000_000L,
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(5),
                        Duration.ofMinutes(5),
                        false));
    }

    @Test
    void aTokenIsRaisedWhereAReleaseDeletesTheRow() {
        assertThat(AcquireSettings.of(client, request().deleteOnRelease().build())
                        .raisesToken())
                .isTrue();
        for (RowFormat format : RowFormat.values()) {
            ClientSettings formatted = ClientSettings.of(LockClient.builder(new RecordingDynamoDb())
                    .table(LockTable.named("locks"))
                    .rowFormat(format));
            assertThat(AcquireSettings.of(formatted, request().build()).raisesToken())
                    .as(format.name())
                    .isEqualTo(format == RowFormat.DISTRLOCK);
        }
    }

    @Test
    void aTryDoesNotWaitWhateverTheRequestSays() {
        assertThat(AcquireSettings.once(
                                client, request().waitTime(Duration.ofHours(1)).build())
                        .waitNanos())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({"PT20S, PT5S", "PT60S, PT5S", "PT15S, PT5S", "PT12S, PT4S", "PT3S, PT1S"})
    void theHeartbeatPeriodShrinksToAThirdOfAShorterLease(Duration lease, Duration heartbeat) {
        AcquireSettings settings =
                AcquireSettings.of(client, request().leaseDuration(lease).build());
        assertThat(settings.heartbeat()).isEqualTo(heartbeat);
        assertThat(settings.callTimeout()).isEqualTo(heartbeat);
    }

    @Test
    void withoutHeartbeatThereIsNone() {
        AcquireSettings settings =
                AcquireSettings.of(client, request().withoutHeartbeat().build());
        assertThat(settings.heartbeat()).isZero();
        assertThat(settings.callTimeout()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void everyBadDurationIsNamed() {
        Duration negative = Duration.ofSeconds(-1);
        assertRefused(request().waitTime(negative), "waitTime");
        assertRefused(request().waitTime(Duration.ofSeconds(Long.MAX_VALUE)), "waitTime");
        assertRefused(request().leaseDuration(negative), "leaseDuration");
        assertRefused(request().leaseDuration(Duration.ZERO), "leaseDuration must be greater than zero");
        assertRefused(request().leaseDuration(Duration.ofNanos(1)), "leaseDuration must be at least a millisecond");
        assertRefused(request().pollInterval(Duration.ZERO), "pollInterval");
        assertRefused(request().maxHold(Duration.ZERO), "maxHold");
        assertRefused(request().maxHold(negative), "maxHold");
        assertRefused(request().minHold(Duration.ZERO), "minHold must be greater than zero");
        assertRefused(request().minHold(negative), "minHold");
        assertRefused(request().minHold(LeaseForm.LONGEST.plusDays(1)), "minHold");
        assertRefused(request().almostExpired(Duration.ZERO, null), "safeTime must be greater than zero");
    }

    @Test
    void theShortestHoldIsNotLongerThanTheLongest() {
        Duration minute = Duration.ofMinutes(1);
        assertRefused(
                request().minHold(minute.plusSeconds(1)).maxHold(minute),
                "minHold PT1M1S must not be longer than maxHold PT1M");
        AcquireSettings.of(client, request().minHold(minute).maxHold(minute).build());
    }

    @Test
    void theSafeTimeEndsBeforeTheLeaseIsLost() {
        assertRefused(
                request().almostExpired(Duration.ofSeconds(18), null),
                "safeTime PT18S must be shorter than nine tenths of the lease PT20S");
        AcquireSettings.of(
                client,
                request()
                        .almostExpired(Duration.ofSeconds(18).minusNanos(1), null)
                        .build());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pk",
                "sk",
                "ownerName",
                "leaseDuration",
                "recordVersionNumber",
                "isReleased",
                "data",
                "fencingToken",
                "expiresAt",
                "lockId",
                "timeout"
            })
    void theLocksOwnNamesAreRefusedBeforeAnyCall(String name) {
        assertRefused(request().attribute("tenant", VALUE).attribute(name, VALUE), "[" + name + "]", "lock's own");
    }

    @Test
    void namesThatOnlyLookAlikeAreTheUsers() {
        AcquireSettings.of(
                client,
                request()
                        .attribute("key", VALUE)
                        .attribute("OwnerName", VALUE)
                        .attribute("data2", VALUE)
                        .build());
    }

    @Test
    void theKeyMustBeOfTheTablesType() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AcquireSettings.of(
                        client, LockRequest.forKey(AttributeValue.fromN("5")).build()))
                .withMessageContaining(
                        "partition key of table 'orders' is of type S, but the lock key '5' is of type N");
        ClientSettings numbers = client(LockTable.named("orders").partitionKey("id", ScalarAttributeType.N));
        AcquireSettings.of(
                numbers, LockRequest.forKey(AttributeValue.fromN("5")).build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AcquireSettings.of(numbers, request().build()))
                .withMessageContaining("is of type N");
    }
}

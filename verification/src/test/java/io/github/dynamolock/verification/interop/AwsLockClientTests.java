package io.github.dynamolock.verification.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import io.github.dynamolock.RowFormat;
import io.github.dynamolock.verification.interop.Other.Ask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Our client beside AWS's {@code dynamodb-lock-client} 1.4.0. */
class AwsLockClientTests extends AbstractPayloadTests {

    @Override
    RowFormat format() {
        return RowFormat.AWS_LOCK_CLIENT;
    }

    @Override
    Other open(Duration lease, String owner) {
        return new AwsClient(dynamoDb(), table().name(), lease, owner);
    }

    @Test
    void itsDefaultsWipeDataAndAttributesAndStillOurTokensGrow() throws Exception {
        LockHandle first = ours.acquire(LockRequest.forKey("k")
                .data(SdkBytes.fromUtf8String("position 7"))
                .attribute("team", AttributeValue.fromS("payments"))
                .build());
        first.release();
        assertThat(((AwsClient) theirs).acquireByDefaults("k")).isPresent();
        LockInfo seen = ours.find("k").orElseThrow();
        assertThat(seen.data()).isNull();
        assertThat(seen.attributes()).isEmpty();
        assertThat(seen.fencingToken()).isZero();
        assertThat(theirs.release("k")).isTrue();
        assertThat(ours.find("k")).isEmpty();
        assertThat(ours.acquire("k").fencingToken()).isGreaterThan(first.fencingToken());
    }

    @Test
    void rowsInGoTextItCanNotReadThoughWeReadItsRowsInAnyFormat() throws Exception {
        try (LockClient inGoText = builder()
                .rowFormat(RowFormat.DYNAMOLOCK)
                .leaseDuration(LEASE)
                .heartbeatPeriod(LEASE.dividedBy(4))
                .build()) {
            inGoText.acquire("go").release();
            assertThatExceptionOfType(NumberFormatException.class).isThrownBy(() -> theirs.acquire(Ask.once("go")));

            assertThat(theirs.acquire(Ask.once("k"))).isPresent();
            assertThat(inGoText.tryAcquire("k")).isEmpty();
            assertThat(inGoText.find("k").orElseThrow().leaseDuration()).isEqualTo(LEASE);
        }
    }

    @Test
    void weAndItContendForTenKeysAndNoSectionsOverlap() throws Exception {
        judge(contend(Fleet.TIME, table().name()), "fleet with AWS's lock client");
    }

    @Test
    void whenTheSidesDoNotShareATableTheContentionShowsIt() throws Exception {
        LockTables.create(dynamoDb(), LockTableSpec.of("locks-of-theirs"));
        assertThat(contend(Duration.ofSeconds(3), "locks-of-theirs").overlaps()).isNotEmpty();
    }

    private Sections.Summary contend(Duration time, String theirTable) throws Exception {
        Fleet fleet = new Fleet(time);
        List<AutoCloseable> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 2; i++) {
                LockClient client = Fleet.ours(builder(), i);
                clients.add(client);
                for (int worker = 0; worker < Fleet.WORKERS; worker++) {
                    fleet.addOurs(client, 100 * i + worker);
                }
            }
            for (int worker = 0; worker < 2 * Fleet.WORKERS; worker++) {
                AwsClient client = new AwsClient(dynamoDb(), theirTable, Fleet.LEASE, "theirs-" + worker);
                clients.add(client);
                fleet.addTheirs(client, "theirs-" + worker, 1000 + worker);
            }
            return fleet.await();
        } finally {
            for (AutoCloseable client : clients) {
                client.close();
            }
        }
    }
}

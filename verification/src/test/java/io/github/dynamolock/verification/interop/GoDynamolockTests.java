package io.github.dynamolock.verification.interop;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.RowFormat;
import io.github.dynamolock.verification.interop.Other.Ask;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Our client beside the Go library {@code cirello.io/dynamolock/v5}. */
@EnabledIf(
        value = "io.github.dynamolock.verification.interop.GoPeer#goIsInstalled",
        disabledReason = "Go is not installed")
class GoDynamolockTests extends AbstractPayloadTests {

    @Override
    RowFormat format() {
        return RowFormat.DYNAMOLOCK;
    }

    @Override
    Other open(Duration lease, String owner) throws IOException {
        return new GoPeer("dynamolock", endpoint.uri(), table().name(), lease, owner);
    }

    /** A waiter of theirs writes back attributes that it saw in an earlier look: also a token that has grown since. */
    @Override
    boolean leavesTokensAlone() {
        return false;
    }

    @Test
    void rowsInMillisecondsItCanNotRead() throws Exception {
        try (LockClient inMillis =
                builder().rowFormat(RowFormat.AWS_LOCK_CLIENT).build()) {
            inMillis.acquire("k").release();
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> theirs.acquire(Ask.once("k")))
                    .withMessageContaining("cannot parse lease duration");
        }
    }

    @Test
    void weAndItContendForTenKeysAndNoSectionsOverlap() throws Exception {
        judge(
                GoFleet.run("dynamolock", endpoint.uri(), table().name(), this::builder),
                "fleet with the " + GoPeer.kind() + " cirello.io/dynamolock/v5");
    }
}

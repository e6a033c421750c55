package io.github.dynamolock.samples.campaigns;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockTable;
import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import io.github.dynamolock.local.LocalDynamoDb;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What the README shows, run. */
class ReadmeTests {

    private final LocalDynamoDb dynamoDb = LocalDynamoDb.create();
    private final DynamoDbClient dynamoDbClient = dynamoDb.client();
    private final AtomicLong launched = new AtomicLong();

    @BeforeEach
    void createTable() throws InterruptedException {
        LockTables.create(dynamoDbClient, LockTableSpec.of("locks"));
        dynamoDb.calls().reset();
    }

    @AfterEach
    void stop() {
        dynamoDb.close();
    }

    @Test
    void withoutSpring() throws InterruptedException {
        try (LockClient locks =
                LockClient.builder(dynamoDbClient).table("locks").build()) {
            try (LockHandle lock = locks.acquire("campaign:42")) {
                lock.lost().thenAccept(loss -> System.err.println("stop: " + loss.reason()));
                launch(lock.fencingToken());
            }
            Optional<LockHandle> tried = locks.tryAcquire("campaign:43");
            tried.ifPresent(LockHandle::close);
            Optional<LockInfo> seen = locks.find("campaign:42");

            assertThat(tried).isPresent();
            assertThat(seen.orElseThrow().state()).isEqualTo(LockInfo.State.FREE);
            assertThat(seen.orElseThrow().fencingToken()).isEqualTo(launched.get());
        }
    }

    @Test
    void theLeastPolicySuffices() throws InterruptedException {
        LockTables.validate(dynamoDbClient, LockTable.named("locks"));
        withoutSpring();

        assertThat(dynamoDb.calls().snapshot()).isEqualTo(Map.of("DescribeTable", 1L, "UpdateItem", 4L, "GetItem", 1L));
    }

    private void launch(long token) {
        launched.set(token);
    }
}

package io.github.dynamolock.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockInfo;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.local.LocalDynamoDb;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What a test leaves behind, and what is done about it. */
class ResetTests {

    private final TestLocks locks;
    private final LockClient client;
    private final LocalDynamoDb dynamo;

    ResetTests() throws InterruptedException {
        locks = TestLocks.create();
        client = locks.client();
        dynamo = locks.local();
    }

    @AfterEach
    void close() {
        locks.close();
    }

    private int rows() {
        return dynamo.client().scan(scan -> scan.tableName("locks")).count();
    }

    @Test
    void whatOtherInstancesHoldIsReleasedAndAllRowsAreDeleted() throws InterruptedException {
        LockHandle others = locks.otherInstance().hold("a");
        locks.otherInstance("dead").holdAndDie("b");
        client.acquire("c").release();
        assertThat(rows()).isEqualTo(3);

        locks.reset();

        assertThat(rows()).isZero();
        assertThat(others.isHeld()).isFalse();
        assertThat(client.tryAcquire("b")).isPresent();
        assertThat(locks.otherInstance().hold("a").isHeld()).isTrue();
    }

    @Test
    void whatAClientUnderTestHoldsIsLeftToIt() throws InterruptedException {
        LockHandle held = client.acquire("leader");

        locks.reset();
        locks.advance(Duration.ofMinutes(5));

        assertThat(held.isHeld()).isTrue();
        assertThat(client.find("leader")).map(LockInfo::state).contains(LockInfo.State.HELD_BY_THIS_CLIENT);
    }

    @Test
    void aKeyThatIsKeptAfterItsReleaseIsFree() throws InterruptedException {
        client.acquire(LockRequest.forKey("job").minHold(Duration.ofHours(3)).build())
                .release();
        assertThat(client.tryAcquire("job")).isEmpty();

        locks.reset();

        assertThat(client.tryAcquire("job")).isPresent();
    }

    @Test
    void faultsEnd() throws InterruptedException {
        LockHandle others = locks.otherInstance().hold("a");
        dynamo.faults().onAny().serverError();

        locks.reset();

        assertThat(others.isHeld()).isFalse();
        assertThat(rows()).isZero();
    }

    @Test
    void itemsThatAreNoLocksStay() throws InterruptedException {
        dynamo.client().putItem(put -> put.tableName("locks").item(Map.of("key", AttributeValue.fromS("order"))));

        locks.reset();

        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void aClientThatTheTestHasClosedIsNoHindrance() throws InterruptedException {
        client.acquire("k").release();
        client.close();

        locks.reset();

        assertThat(rows()).isZero();
    }

    @Test
    void inARealDynamoDbNothingIsDeleted() throws InterruptedException {
        try (TestLocks real =
                TestLocks.on(() -> LockClient.builder(dynamo.client()).table("locks"))) {
            LockHandle others = real.otherInstance().hold("a");
            real.client().acquire("b").release();

            real.reset();

            assertThat(rows()).isEqualTo(2);
            assertThat(others.isHeld()).isFalse();
            assertThat(real.client().tryAcquire("a")).isPresent();
        }
    }
}

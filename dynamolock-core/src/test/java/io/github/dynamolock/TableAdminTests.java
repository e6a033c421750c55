package io.github.dynamolock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.local.LocalDynamoDb;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Tables that take a while. */
class TableAdminTests {

    @Test
    void aTableThatBecomesActiveLaterIsFoundSoonAfterwards() throws InterruptedException {
        try (LocalDynamoDb dynamo = LocalDynamoDb.create()) {
            AtomicInteger looks = new AtomicInteger();
            long start = System.nanoTime();
            LockTables.create(activeAtLook(3, looks, dynamo.client()), LockTableSpec.of("locks"));
            assertThat(looks).hasValueGreaterThanOrEqualTo(3);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        }
    }

    private static DynamoDbClient activeAtLook(int look, AtomicInteger looks, DynamoDbClient target) {
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(),
                new Class<?>[] {DynamoDbClient.class},
                (proxy, method, arguments) -> {
                    Object answer;
                    try {
                        answer = method.invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                    return answer instanceof DescribeTableResponse described && looks.incrementAndGet() < look
                            ? described.copy(d -> d.table(t -> t.tableStatus(TableStatus.CREATING)))
                            : answer;
                });
    }
}

package io.github.dynamolock.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.HeldLock;
import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockListener;
import io.github.dynamolock.LockTable;
import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.spring.FakeLockClient;
import io.github.dynamolock.spring.LockClientBuilderCustomizer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@ExtendWith(OutputCaptureExtension.class)
class DynamoLockAutoConfigurationTests {

    private final LocalDynamoDb dynamoDb = LocalDynamoDb.create();

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(DynamoLockAutoConfiguration.class));

    private final ApplicationContextRunner withClient = runner.withBean(
                    DynamoDbClient.class, dynamoDb::client, definition -> definition.setDestroyMethodName(""))
            .withPropertyValues("dynamolock.table.initialize=create");

    @AfterEach
    void close() {
        dynamoDb.close();
    }

    @Test
    void theApplicationsDynamoDbClientIsUsed() {
        withClient.run(context -> {
            LockClient locks = context.getBean(LockClient.class);
            try (LockHandle lock = locks.acquire("a")) {
                assertThat(lock.isHeld()).isTrue();
            }
            assertThat(context).hasSingleBean(DynamoDbClient.class);
            assertThat(dynamoDb.calls().count("UpdateItem")).isEqualTo(2);
        });
    }

    @Test
    void thePropertiesReachTheLockClient() throws InterruptedException {
        LockTables.create(
                dynamoDb.client(),
                LockTableSpec.of(LockTable.named("shared").partitionKey("pk").sortKey("sk")));
        withClient
                .withPropertyValues(
                        "dynamolock.table.initialize=validate",
                        "dynamolock.table.name=shared",
                        "dynamolock.table.partition-key=pk",
                        "dynamolock.table.sort-key.name=sk",
                        "dynamolock.table.sort-key.value=LOCK",
                        "dynamolock.table.row-format=aws-lock-client",
                        "dynamolock.table.released-row-retention=1d",
                        "dynamolock.owner-name=orders-1",
                        "dynamolock.lease-duration=30s",
                        "dynamolock.heartbeat-period=10s",
                        "dynamolock.wait-time=0s",
                        "dynamolock.poll-interval=2s")
                .run(context -> {
                    LockClient locks = context.getBean(LockClient.class);
                    assertThat(locks.tableName()).isEqualTo("shared");
                    assertThat(locks.ownerName()).isEqualTo("orders-1");
                    locks.acquire("a").release();
                    assertThat(dynamoDb.client()
                                    .scan(scan -> scan.tableName("shared"))
                                    .items())
                            .singleElement()
                            .satisfies(row -> assertThat(row)
                                    .containsEntry("pk", AttributeValue.fromS("a"))
                                    .containsEntry("sk", AttributeValue.fromS("LOCK"))
                                    .containsEntry("leaseDuration", AttributeValue.fromS("30000"))
                                    .containsKey("expiresAt"));
                });
    }

    @Test
    void settingsOfAClientThatIsNotUsedAreWarnedAbout(CapturedOutput output) {
        withClient
                .withPropertyValues("dynamolock.client.region=eu-central-1")
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).contains("dynamolock.client.* has no effect");
    }

    @Test
    void listenersAndCustomizersTakePart() {
        List<String> granted = new ArrayList<>();
        LockListener listener = new LockListener() {
            @Override
            public void granted(HeldLock lock, Duration waited) {
                granted.add(lock.key());
            }
        };
        withClient
                .withBean(LockListener.class, () -> listener)
                .withBean(LockClientBuilderCustomizer.class, () -> builder -> builder.ownerName("customized"))
                .withPropertyValues("dynamolock.owner-name=from-property")
                .run(context -> {
                    LockClient locks = context.getBean(LockClient.class);
                    assertThat(locks.ownerName()).isEqualTo("customized");
                    locks.acquire("a");
                    assertThat(granted).containsExactly("a");
                });
    }

    @Test
    void aLockClientOfTheApplicationsOwnIsKept() {
        withClient
                .withBean(FakeLockClient.class)
                .run(context -> assertThat(context)
                        .hasSingleBean(LockClient.class)
                        .getBean(LockClient.class)
                        .isInstanceOf(FakeLockClient.class));
    }

    @Test
    void whereItIsDisabledThereIsNothing() {
        withClient
                .withPropertyValues("dynamolock.enabled=false")
                .run(context -> assertThat(context)
                        .doesNotHaveBean(LockClient.class)
                        .doesNotHaveBean(DynamoLockProperties.class));
    }

    @Test
    void withoutTheLockClientsClassesThereIsNothing() {
        withClient
                .withClassLoader(new FilteredClassLoader(LockClient.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("lockClient"));
    }

    @Test
    void withoutTheAwsSdkThereIsNothing() {
        runner.withClassLoader(new FilteredClassLoader(DynamoDbClient.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("lockClient"));
    }

    @Test
    void aTableThatFitsIsValidatedAndNotChanged() {
        TestTables.create(dynamoDb.client(), "locks", "key");
        runner.withBean(DynamoDbClient.class, dynamoDb::client).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(dynamoDb.calls().count("DescribeTable")).isEqualTo(1);
        });
    }

    @Test
    void theTableMayBeLeftAlone() {
        runner.withBean(DynamoDbClient.class, dynamoDb::client)
                .withPropertyValues("dynamolock.table.initialize=none")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(dynamoDb.calls().count("DescribeTable")).isZero();
                });
    }
}

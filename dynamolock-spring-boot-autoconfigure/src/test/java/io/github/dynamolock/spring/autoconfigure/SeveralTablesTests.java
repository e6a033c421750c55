package io.github.dynamolock.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamolock.HeldLock;
import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockClientBuilder;
import io.github.dynamolock.LockClientClosedException;
import io.github.dynamolock.LockListener;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.spring.DistributedLock;
import io.github.dynamolock.spring.FakeLockClient;
import io.github.dynamolock.spring.LockContext;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** One application with locks in several tables. */
class SeveralTablesTests {

    private final LocalDynamoDb dynamoDb = LocalDynamoDb.create();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(DynamoLockAutoConfiguration.class, DistributedLockAutoConfiguration.class))
            .withBean(DynamoDbClient.class, dynamoDb::client, definition -> definition.setDestroyMethodName(""))
            .withPropertyValues("dynamolock.table.initialize=create", "dynamolock.owner-name=shop-1");

    @AfterEach
    void close() {
        dynamoDb.close();
    }

    @Test
    void aSecondClientIsBuiltFromTheSameSettingsAndNamedByTheAnnotation() {
        TestTables.create(dynamoDb.client(), "orders", "key");
        List<String> granted = new CopyOnWriteArrayList<>();
        runner.withUserConfiguration(OrderLocks.class)
                .withBean(Jobs.class)
                .withBean(LockListener.class, () -> new LockListener() {
                    @Override
                    public void granted(HeldLock lock, Duration waited) {
                        granted.add(lock.key());
                    }
                })
                .run(context -> {
                    context.getBean(Jobs.class).usual();
                    context.getBean(Jobs.class).ofOrders();
                    assertThat(rows("locks")).containsExactly("usual");
                    assertThat(rows("orders")).containsExactly("of-orders");
                    assertThat(granted).containsExactly("usual", "of-orders");
                    assertThat(context.getBean("orderLocks", LockClient.class).ownerName())
                            .isEqualTo("shop-1");
                    assertThat(context.getBean(LockClient.class).tableName()).isEqualTo("locks");
                });
    }

    @Test
    void allAreClosedWithTheApplication() {
        TestTables.create(dynamoDb.client(), "orders", "key");
        runner.withUserConfiguration(OrderLocks.class).run(context -> {
            LockClient orders = context.getBean("orderLocks", LockClient.class);
            orders.acquire("a");
            context.getBean(LockClient.class).acquire("b");
            context.close();
            assertThat(dynamoDb.client().scan(scan -> scan.tableName("orders")).items())
                    .allSatisfy(row -> assertThat(row).containsKey("isReleased"));
            assertThat(dynamoDb.client().scan(scan -> scan.tableName("locks")).items())
                    .allSatisfy(row -> assertThat(row).containsKey("isReleased"));
        });
    }

    @Test
    void allAreClosedInTheirPhaseAndNotOnlyAsBeans() {
        TestTables.create(dynamoDb.client(), "orders", "key");
        runner.withUserConfiguration(OrderLocks.class).run(context -> {
            context.getBean(LockClientsLifecycle.class).stop();
            assertThat(context.getBeansOfType(LockClient.class))
                    .hasSize(2)
                    .allSatisfy((name, client) -> assertThatThrownBy(() -> client.acquire("a"))
                            .isInstanceOf(LockClientClosedException.class));
        });
    }

    @Test
    void everyInjectionGetsABuilderOfItsOwn() {
        runner.run(context -> {
            LockClientBuilder first = context.getBean(LockClientBuilder.class);
            assertThat(first).isNotSameAs(context.getBean(LockClientBuilder.class));
        });
    }

    @Test
    void anApplicationWithOnlyClientsOfItsOwnNeedsNoDynamoDb() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(DynamoLockAutoConfiguration.class))
                .withBean(FakeLockClient.class)
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(LockClient.class));
    }

    private List<String> rows(String table) {
        return dynamoDb.client().scan(scan -> scan.tableName(table)).items().stream()
                .map(row -> Objects.requireNonNull(row.get("key")).s())
                .toList();
    }

    @Configuration(proxyBeanMethods = false)
    static class OrderLocks {

        @Bean(defaultCandidate = false)
        LockClient orderLocks(LockClientBuilder builder) {
            return builder.table("orders").build();
        }
    }

    static class Jobs {

        @DistributedLock("'usual'")
        public void usual() {
            LockContext.assertHeld();
        }

        @DistributedLock(key = "'of-orders'", client = "orderLocks")
        public void ofOrders() {
            LockContext.assertHeld();
        }
    }
}

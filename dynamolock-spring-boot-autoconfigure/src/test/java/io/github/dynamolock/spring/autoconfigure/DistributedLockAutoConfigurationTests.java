package io.github.dynamolock.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockLoss;
import io.github.dynamolock.LockLostException;
import io.github.dynamolock.spring.AnnotationDefaults;
import io.github.dynamolock.spring.DistributedLock;
import io.github.dynamolock.spring.DistributedLockAdvisor;
import io.github.dynamolock.spring.FakeLockClient;
import io.github.dynamolock.spring.LockContext;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class DistributedLockAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(DynamoLockAutoConfiguration.class, DistributedLockAutoConfiguration.class));

    @Test
    void theAdvisorIsInfrastructureAndOutsideTransactions() {
        runner.withBean(FakeLockClient.class).run(context -> {
            assertThat(context.getBeanFactory()
                            .getBeanDefinition("distributedLockAdvisor")
                            .getRole())
                    .isEqualTo(BeanDefinition.ROLE_INFRASTRUCTURE);
            assertThat(context.getBean(DistributedLockAdvisor.class).getOrder()).isEqualTo(Integer.MAX_VALUE - 100);
            assertThat(context).hasBean(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME);
        });
    }

    @Test
    void anAnnotatedMethodIsLockedInARealTable() {
        runner.withPropertyValues(
                        "dynamolock.local.enabled=true", "dynamolock.local.port=0", "dynamolock.key-prefix=test/")
                .withBean(Jobs.class)
                .run(context -> {
                    long first = context.getBean(Jobs.class).run(42);
                    long second = context.getBean(Jobs.class).run(42);
                    assertThat(second).isEqualTo(first + 1);
                    LockClient locks = context.getBean(LockClient.class);
                    assertThat(locks.find("test/job:42"))
                            .hasValueSatisfying(
                                    row -> assertThat(row.released()).isTrue());
                });
    }

    @Test
    void aBodyWhoseRowIsTakenAwayIsInterrupted() {
        runner.withPropertyValues(
                        "dynamolock.local.enabled=true",
                        "dynamolock.local.port=0",
                        "dynamolock.lease-duration=2s",
                        "dynamolock.heartbeat-period=50ms")
                .withBean(Jobs.class)
                .run(context -> {
                    DynamoDbClient dynamoDb = context.getBean(DynamoDbClient.class);
                    assertThatExceptionOfType(LockLostException.class)
                            .isThrownBy(() -> context.getBean(Jobs.class).loseRow(dynamoDb))
                            .satisfies(lost -> assertThat(lost.loss().reason()).isEqualTo(LockLoss.Reason.DELETED));
                    assertThat(Thread.interrupted()).isFalse();
                });
    }

    @Test
    void anAdvisorOfTheApplicationsOwnIsKept() {
        runner.withBean(FakeLockClient.class)
                .withInitializer(context -> context.getBeanFactory()
                        .registerSingleton(
                                "own",
                                new DistributedLockAdvisor(
                                        context.getBeanFactory(), () -> AnnotationDefaults.STANDARD)))
                .run(context -> assertThat(context)
                        .hasSingleBean(DistributedLockAdvisor.class)
                        .hasBean("own"));
    }

    @Test
    void whereItIsDisabledMethodsRunUnlocked() {
        runner.withPropertyValues("dynamolock.enabled=false")
                .withBean(Jobs.class)
                .run(context -> {
                    assertThat(context).doesNotHaveBean(DistributedLockAdvisor.class);
                    assertThat(context.getBean(Jobs.class).getClass()).isEqualTo(Jobs.class);
                });
    }

    @Test
    void withoutTheLockClientsClassesThereIsNothing() {
        runner.withClassLoader(new FilteredClassLoader(LockClient.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("distributedLockAdvisor"));
    }

    static class Jobs {

        @DistributedLock("'row'")
        public void loseRow(DynamoDbClient dynamoDb) throws InterruptedException {
            dynamoDb.deleteItem(row -> row.tableName("locks").key(Map.of("key", AttributeValue.fromS("row"))));
            assertThat(new CountDownLatch(1).await(10, TimeUnit.SECONDS)).isTrue();
        }

        @DistributedLock(key = "'job:' + #id")
        public long run(int id) {
            LockContext.assertHeld();
            return LockContext.current().fencingToken();
        }
    }
}

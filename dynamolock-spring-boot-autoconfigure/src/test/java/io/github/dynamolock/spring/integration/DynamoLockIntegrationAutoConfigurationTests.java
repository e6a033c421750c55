package io.github.dynamolock.spring.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.spring.FakeLockClient;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.integration.support.locks.DefaultLockRegistry;
import org.springframework.integration.support.locks.ExpirableLockRegistry;
import org.springframework.integration.support.locks.LockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;

class DynamoLockIntegrationAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DynamoLockAutoConfiguration.class, DynamoLockIntegrationAutoConfiguration.class))
            .withPropertyValues("dynamolock.local.enabled=true", "dynamolock.local.port=0");

    @Test
    void thereIsARegistryOverTheLockClient() {
        runner.run(context -> {
            assertThat(context)
                    .hasSingleBean(LockRegistry.class)
                    .hasSingleBean(RenewableLockRegistry.class)
                    .hasSingleBean(ExpirableLockRegistry.class);
            Lock lock = context.getBean(DynamoLockRegistry.class).obtain("k");
            assertThat(lock.tryLock()).isTrue();
            assertThat(context.getBean(LockClient.class).heldLocks()).hasSize(1);
            lock.unlock();
        });
    }

    @Test
    void itGivesWayToARegistryOfTheApplicationsOwn() {
        runner.withBean(DefaultLockRegistry.class)
                .run(context ->
                        assertThat(context).hasSingleBean(LockRegistry.class).hasSingleBean(DefaultLockRegistry.class));
    }

    @Test
    void aPropertyTurnsItOff() {
        runner.withPropertyValues("dynamolock.integration.enabled=false")
                .run(context ->
                        assertThat(context).hasSingleBean(LockClient.class).doesNotHaveBean(LockRegistry.class));
    }

    @Test
    void withoutALockClientThereIsNone() {
        runner.withPropertyValues("dynamolock.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(LockRegistry.class));
    }

    @Test
    void ofSeveralLockClientsItTakesThePrimaryOneOrNone() {
        runner.withBean("one", FakeLockClient.class)
                .withBean("two", FakeLockClient.class)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(LockRegistry.class));
        runner.withBean("one", FakeLockClient.class)
                .withBean("two", FakeLockClient.class, FakeLockClient::new, bean -> bean.setPrimary(true))
                .run(context -> assertThat(context).hasSingleBean(DynamoLockRegistry.class));
    }

    @Test
    void withoutSpringIntegrationItBacksOff() {
        runner.withClassLoader(new FilteredClassLoader("org.springframework.integration"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(LockClient.class)
                        .doesNotHaveBean("dynamoLockRegistry"));
    }
}

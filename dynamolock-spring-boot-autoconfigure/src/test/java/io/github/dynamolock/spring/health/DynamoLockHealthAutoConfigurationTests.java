package io.github.dynamolock.spring.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.spring.FakeLockClient;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class DynamoLockHealthAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    HealthContributorAutoConfiguration.class,
                    HealthContributorRegistryAutoConfiguration.class,
                    DynamoLockAutoConfiguration.class,
                    DynamoLockHealthAutoConfiguration.class))
            .withBean(FakeLockClient.class);

    @Test
    void theContributorIsNamedDynamolock() {
        runner.run(context -> assertThat(
                        context.getBean(HealthContributorRegistry.class).getContributor("dynamolock"))
                .isInstanceOf(DynamoLockHealthIndicator.class));
    }

    @Test
    void aPropertyTurnsItOff() {
        runner.withPropertyValues("management.health.dynamolock.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(DynamoLockHealthIndicator.class));
    }

    @Test
    void anIndicatorOfTheApplicationsOwnIsKept() {
        HealthIndicator own =
                () -> org.springframework.boot.health.contributor.Health.up().build();
        runner.withBean("dynamolockHealthIndicator", HealthIndicator.class, () -> own)
                .run(context -> assertThat(context).doesNotHaveBean(DynamoLockHealthIndicator.class));
    }

    @Test
    void withoutBootsHealthThereIsNone() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(DynamoLockHealthAutoConfiguration.class))
                .withBean(FakeLockClient.class)
                .withClassLoader(new FilteredClassLoader(HealthIndicator.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("dynamolockHealthContributor"));
    }

    @Test
    void withoutLockClientThereIsNone() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(DynamoLockHealthAutoConfiguration.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("dynamolockHealthContributor"));
    }
}

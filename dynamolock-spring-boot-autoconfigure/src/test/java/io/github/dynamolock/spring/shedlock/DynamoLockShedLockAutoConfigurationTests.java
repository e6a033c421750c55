package io.github.dynamolock.spring.shedlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import java.util.Optional;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.LockingTaskExecutorListener;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class DynamoLockShedLockAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DynamoLockAutoConfiguration.class,
                    DynamoLockShedLockAutoConfiguration.class,
                    SchedulerLockContextAutoConfiguration.class))
            .withPropertyValues("dynamolock.local.enabled=true", "dynamolock.local.port=0");

    @Test
    void thereIsAProviderAndItsListener() {
        runner.run(context ->
                assertThat(context).hasSingleBean(DynamoLockProvider.class).hasSingleBean(SchedulerLockListener.class));
    }

    @Test
    void itGivesWayToAProviderOfTheApplicationsOwn() {
        runner.withBean(LockProvider.class, () -> configuration -> Optional.empty())
                .run(context -> assertThat(context)
                        .hasSingleBean(LockProvider.class)
                        .doesNotHaveBean(DynamoLockProvider.class)
                        .doesNotHaveBean(LockingTaskExecutorListener.class));
    }

    @Test
    void aListenerOfTheApplicationsOwnIsKept() {
        runner.withBean("own", LockingTaskExecutorListener.class, () -> LockingTaskExecutorListener.NO_OP)
                .run(context -> assertThat(context)
                        .hasSingleBean(DynamoLockProvider.class)
                        .hasSingleBean(LockingTaskExecutorListener.class)
                        .hasBean("own"));
    }

    @Test
    void aPropertyTurnsItOff() {
        runner.withPropertyValues("dynamolock.shedlock.enabled=false")
                .run(context -> assertThat(context)
                        .hasSingleBean(LockClient.class)
                        .doesNotHaveBean(LockProvider.class)
                        .doesNotHaveBean(LockingTaskExecutorListener.class));
    }

    @Test
    void withoutALockClientThereIsNone() {
        runner.withPropertyValues("dynamolock.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(LockProvider.class));
    }

    @Test
    void withoutShedLockItBacksOff() {
        runner.withClassLoader(new FilteredClassLoader("net.javacrumbs.shedlock"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(LockClient.class)
                        .doesNotHaveBean("dynamoLockProvider"));
    }

    @Test
    void anOlderShedLockWithoutListenersHasItsProvider() {
        runner.withClassLoader(new FilteredClassLoader(LockingTaskExecutorListener.class))
                .run(context -> assertThat(context)
                        .hasSingleBean(DynamoLockProvider.class)
                        .doesNotHaveBean("schedulerLockListener"));
    }
}

package io.github.dynamolock.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockHandle;
import io.github.dynamolock.LockRequest;
import io.github.dynamolock.LockTable;
import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class DynamoLockMetricsAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(DynamoLockAutoConfiguration.class, DynamoLockMetricsAutoConfiguration.class))
            .withPropertyValues("dynamolock.local.enabled=true", "dynamolock.local.port=0");

    @Test
    void locksAreMeasuredWhereThereIsARegistry() {
        runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new).run(context -> {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            LockClient locks = context.getBean(LockClient.class);
            try (LockHandle lock =
                    locks.acquire(LockRequest.forKey("a").name("naming").build())) {
                assertThat(lock.isHeld()).isTrue();
                assertThat(registry.get("dynamolock.held")
                                .tag("lock", "naming")
                                .gauge()
                                .value())
                        .isEqualTo(1);
            }
            assertThat(registry.get("dynamolock.held").gauge().value()).isZero();
            assertThat(registry.get("dynamolock.acquire")
                            .tags("lock", "naming", "outcome", "granted")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get("dynamolock.hold").timer().count()).isEqualTo(1);
        });
    }

    @Test
    void clientsThatTheApplicationBuildsByHandAreMeasuredToo() {
        runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withUserConfiguration(OwnClients.class)
                .run(context -> {
                    MeterRegistry registry = context.getBean(MeterRegistry.class);
                    for (String bean : List.of("own", "other")) {
                        LockClient own = context.getBean(bean, LockClient.class);
                        LockRequest request =
                                LockRequest.forKey(bean).name(bean + "-name").build();
                        try (LockHandle lock = own.acquire(request)) {
                            assertThat(lock.isHeld()).isTrue();
                            assertThat(registry.get("dynamolock.held")
                                            .tag("lock", bean + "-name")
                                            .gauge()
                                            .value())
                                    .isEqualTo(1);
                        }
                        assertThat(registry.get("dynamolock.acquire")
                                        .tag("lock", bean + "-name")
                                        .timer()
                                        .count())
                                .isEqualTo(1);
                    }
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnClients {

        @Bean
        LockClient own(LocalDynamoDb dynamoDb) throws InterruptedException {
            LockTables.create(dynamoDb.client(), LockTableSpec.of(LockTable.named("own")));
            return LockClient.builder(dynamoDb.client()).table("own").build();
        }

        @Bean(defaultCandidate = false)
        LockClient other(LocalDynamoDb dynamoDb) throws InterruptedException {
            LockTables.create(dynamoDb.client(), LockTableSpec.of(LockTable.named("other")));
            return LockClient.builder(dynamoDb.client()).table("other").build();
        }

        @Bean(destroyMethod = "close")
        LocalDynamoDb ownDynamoDb() {
            return LocalDynamoDb.create();
        }
    }

    @Test
    void metersOfTheApplicationsOwnAreKept() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        runner.withBean(MeterRegistry.class, () -> registry)
                .withBean("own", LockMeters.class, () -> new LockMeters(registry))
                .run(context ->
                        assertThat(context).hasSingleBean(LockMeters.class).hasBean("own"));
    }

    @Test
    void withoutARegistryThereAreNoMeters() {
        runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(LockMeters.class));
    }

    @Test
    void withoutMicrometerThereAreNoMeters() {
        runner.withClassLoader(new FilteredClassLoader(MeterRegistry.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(LockMeters.class));
    }

    @Test
    void withoutLockClientThereAreNoMeters() {
        runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withPropertyValues("dynamolock.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(LockMeters.class));
    }
}

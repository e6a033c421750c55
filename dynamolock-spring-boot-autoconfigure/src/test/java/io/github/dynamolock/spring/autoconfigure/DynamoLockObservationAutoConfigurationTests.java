package io.github.dynamolock.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamolock.spring.DistributedLock;
import io.github.dynamolock.spring.FakeLockClient;
import io.github.dynamolock.spring.LockTestContext;
import io.github.dynamolock.spring.TestTraces;
import io.github.dynamolock.spring.observation.DefaultDynamoLockObservationConvention;
import io.github.dynamolock.spring.observation.DynamoLockObservationContext;
import io.github.dynamolock.spring.observation.DynamoLockObservationConvention;
import io.micrometer.common.KeyValues;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class DynamoLockObservationAutoConfigurationTests {

    private final TestTraces traces = new TestTraces();

    private final ApplicationContextRunner runner = LockTestContext.runner()
            .withConfiguration(AutoConfigurations.of(DynamoLockObservationAutoConfiguration.class))
            .withBean(Jobs.class);

    private final ApplicationContextRunner observing = runner.withBean(ObservationRegistry.class, traces::registry);

    @Test
    void callsAreObservedWhereThereIsARegistry() {
        observing.run(context -> {
            assertThat(context)
                    .hasSingleBean(DynamoLockObservationConvention.class)
                    .hasSingleBean(DefaultDynamoLockObservationConvention.class);
            context.getBean(Jobs.class).work("a");
            assertThat(traces.tree(1)).startsWith("locked Jobs.work {").contains("dynamolock.key=a");
        });
    }

    @Test
    void keysCanBeKeptOutOfTheTraces() {
        observing.withPropertyValues("dynamolock.observation.key-shown=false").run(context -> {
            context.getBean(Jobs.class).work("a");
            assertThat(traces.tree(1)).contains("dynamolock.fencing.token=1").doesNotContain("dynamolock.key", "=a");
        });
    }

    @Test
    void aConventionOfTheApplicationsOwnNamesThem() {
        observing.withBean(DynamoLockObservationConvention.class, Own::new).run(context -> {
            assertThat(context).doesNotHaveBean(DefaultDynamoLockObservationConvention.class);
            context.getBean(Jobs.class).work("a");
            assertThat(traces.tree(1)).isEqualTo("mine {tenant=t} [granted]\n");
        });
    }

    @Test
    void withoutARegistryNothingIsObserved() {
        runner.run(context -> {
            assertThat(context).hasNotFailed().doesNotHaveBean(DynamoLockObservationConvention.class);
            assertThat(context.getBean(Jobs.class).work("a")).isEqualTo("a");
        });
    }

    @Test
    void aRegistryThatObservesNothingIsLeftAlone() {
        runner.withBean(ObservationRegistry.class, () -> ObservationRegistry.NOOP)
                .run(context ->
                        assertThat(context.getBean(Jobs.class).work("a")).isEqualTo("a"));
    }

    @Test
    void withoutMicrometersObservationsThereIsNoConvention() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DynamoLockAutoConfiguration.class, DynamoLockObservationAutoConfiguration.class))
                .withBean(FakeLockClient.class)
                .withBean(ObservationRegistry.class, traces::registry)
                .withClassLoader(new FilteredClassLoader(ObservationRegistry.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("dynamoLockObservationConvention"));
    }

    @Test
    void itsMetersDoNotDisturbThoseOfTheLocks() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        traces.registry().observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
        observing.withBean(MeterRegistry.class, () -> meters).run(context -> {
            context.getBean(Jobs.class).work("a");
            assertThat(meters.get("dynamolock.locked")
                            .tags("lock", "Jobs.work", "outcome", "completed", "error", "none")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(meters.get("dynamolock.locked.granted")
                            .tag("lock", "Jobs.work")
                            .counter()
                            .count())
                    .isEqualTo(1);
            assertThat(meters.getMeters())
                    .flatExtracting(meter -> meter.getId().getTags())
                    .extracting(tag -> tag.getValue())
                    .doesNotContain("a");
        });
    }

    private static final class Own implements DynamoLockObservationConvention {

        @Override
        public String getName() {
            return "mine";
        }

        @Override
        public KeyValues getLowCardinalityKeyValues(DynamoLockObservationContext context) {
            return KeyValues.of("tenant", "t");
        }
    }

    static class Jobs {

        @DistributedLock("#id")
        public String work(String id) {
            return id;
        }
    }
}

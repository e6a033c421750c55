package io.github.dynamolock.spring.metrics;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the meters of locks. */
@AutoConfiguration(
        after = DynamoLockAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass({LockClient.class, MeterRegistry.class})
@ConditionalOnBean({LockClient.class, MeterRegistry.class})
public final class DynamoLockMetricsAutoConfiguration {

    /** For the container. */
    public DynamoLockMetricsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    LockMeters lockMeters(MeterRegistry registry) {
        return new LockMeters(registry);
    }

    @Bean
    LockMetersBinder lockMetersBinder(LockMeters meters, ListableBeanFactory clients) {
        return new LockMetersBinder(meters, clients);
    }
}

package io.github.dynamolock.spring.autoconfigure;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.spring.observation.DefaultDynamoLockObservationConvention;
import io.github.dynamolock.spring.observation.DynamoLockObservationConvention;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of how the observation of locked calls names them; the advice observes where there is a registry. */
@AutoConfiguration(
        after = DynamoLockAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass({LockClient.class, ObservationRegistry.class})
@ConditionalOnBean({LockClient.class, ObservationRegistry.class})
public final class DynamoLockObservationAutoConfiguration {

    /** For the container. */
    public DynamoLockObservationAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    DynamoLockObservationConvention dynamoLockObservationConvention(DynamoLockProperties properties) {
        return new DefaultDynamoLockObservationConvention(
                properties.observation().keyShown());
    }
}

package io.github.dynamolock.spring.integration;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.integration.support.locks.LockRegistry;

/** Auto-configuration of Spring Integration's {@link LockRegistry}, for an application that has none. */
@AutoConfiguration(after = DynamoLockAutoConfiguration.class)
@ConditionalOnClass({LockClient.class, LockRegistry.class})
@ConditionalOnBooleanProperty(name = "dynamolock.integration.enabled", matchIfMissing = true)
@ConditionalOnSingleCandidate(LockClient.class)
public final class DynamoLockIntegrationAutoConfiguration {

    /** For the container. */
    public DynamoLockIntegrationAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(LockRegistry.class)
    DynamoLockRegistry dynamoLockRegistry(LockClient client) {
        return new DynamoLockRegistry(client);
    }
}

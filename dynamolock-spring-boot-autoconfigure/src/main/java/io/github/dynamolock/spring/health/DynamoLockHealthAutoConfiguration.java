package io.github.dynamolock.spring.health;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import java.time.Duration;
import java.util.Map;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the health contributor {@code dynamolock}. */
@AutoConfiguration(after = DynamoLockAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(LockClient.class)
@ConditionalOnEnabledHealthIndicator("dynamolock")
public final class DynamoLockHealthAutoConfiguration {

    /** Well below the ten seconds after which Boot complains of a slow indicator. */
    private static final Duration LIMIT = Duration.ofSeconds(2);

    /** For the container. */
    public DynamoLockHealthAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = {"dynamolockHealthIndicator", "dynamolockHealthContributor"})
    HealthContributor dynamolockHealthContributor(Map<String, LockClient> clients) {
        return new DynamoLockHealthIndicator(clients, LIMIT);
    }
}

package io.github.dynamolock.spring.health;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import io.github.dynamolock.spring.leader.LeaderElectionAutoConfiguration;
import io.github.dynamolock.spring.leader.LeaderElectors;
import java.time.Duration;
import java.util.Map;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the health contributor {@code dynamolock}. */
@AutoConfiguration(after = {DynamoLockAutoConfiguration.class, LeaderElectionAutoConfiguration.class})
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
    HealthContributor dynamolockHealthContributor(
            ListableBeanFactory beanFactory, ObjectProvider<LeaderElectors> electors) {
        return new DynamoLockHealthIndicator(
                BeanFactoryUtils.beansOfTypeIncludingAncestors(beanFactory, LockClient.class),
                electors.getIfAvailable(() -> new LeaderElectors(Map.of())),
                LIMIT);
    }
}

package io.github.dynamolock.spring.leader;

import io.github.dynamolock.LeaderElector;
import io.github.dynamolock.LockClient;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Auto-configuration of {@link LeaderElector} beans from properties, and of the life of all of them. */
@AutoConfiguration(after = DynamoLockAutoConfiguration.class)
@ConditionalOnClass({LockClient.class, DynamoDbClient.class})
@ConditionalOnBooleanProperty(name = "dynamolock.enabled", matchIfMissing = true)
@Import(LeaderElectorRegistrar.class)
public final class LeaderElectionAutoConfiguration {

    /** For the container. */
    public LeaderElectionAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    LeaderElectors leaderElectors(ListableBeanFactory beanFactory) {
        return new LeaderElectors(beanFactory.getBeansOfType(LeaderElector.class));
    }

    @Bean
    LeaderElectorsLifecycle leaderElectorsLifecycle(LeaderElectors electors, ApplicationEventPublisher publisher) {
        return new LeaderElectorsLifecycle(electors, publisher);
    }
}

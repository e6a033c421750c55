package io.github.dynamolock.spring.shedlock;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of ShedLock's {@link LockProvider}, for an application that has none. */
@AutoConfiguration(after = DynamoLockAutoConfiguration.class)
@ConditionalOnClass({LockClient.class, LockProvider.class})
@ConditionalOnBooleanProperty(name = "dynamolock.shedlock.enabled", matchIfMissing = true)
@ConditionalOnSingleCandidate(LockClient.class)
public final class DynamoLockShedLockAutoConfiguration {

    /** For the container. */
    public DynamoLockShedLockAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(LockProvider.class)
    DynamoLockProvider dynamoLockProvider(LockClient client) {
        return new DynamoLockProvider(client);
    }
}

package io.github.dynamolock.spring.shedlock;

import io.github.dynamolock.LockClient;
import net.javacrumbs.shedlock.core.LockingTaskExecutorListener;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of what binds the locks of ShedLock's jobs to {@link SchedulerLockContext}. Apart from the provider, which
 * works with a ShedLock that has no listeners too.
 */
@AutoConfiguration(after = DynamoLockShedLockAutoConfiguration.class)
@ConditionalOnClass({LockClient.class, LockingTaskExecutorListener.class})
@ConditionalOnBean(DynamoLockProvider.class)
public final class SchedulerLockContextAutoConfiguration {

    /** For the container. */
    public SchedulerLockContextAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(LockingTaskExecutorListener.class)
    SchedulerLockListener schedulerLockListener(DynamoLockProvider provider) {
        return new SchedulerLockListener(provider);
    }
}

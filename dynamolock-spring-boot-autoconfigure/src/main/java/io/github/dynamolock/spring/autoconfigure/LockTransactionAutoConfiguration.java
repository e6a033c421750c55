package io.github.dynamolock.spring.autoconfigure;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.spring.LockedTransactions;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.transaction.ConfigurableTransactionManager;

/** Auto-configuration that has every transaction manager ask for the lock before it commits. */
@AutoConfiguration
@ConditionalOnClass({LockClient.class, ConfigurableTransactionManager.class})
@ConditionalOnBooleanProperty(name = "dynamolock.enabled", matchIfMissing = true)
public final class LockTransactionAutoConfiguration {

    /** For the container. */
    public LockTransactionAutoConfiguration() {}

    // A post-processor reaches the managers that the application defines by hand, too; Boot's customizers do not.
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static BeanPostProcessor lockedTransactionsPostProcessor() {
        LockedTransactions listener = new LockedTransactions();
        return new BeanPostProcessor() {
            @Override
            public Object postProcessBeforeInitialization(Object bean, String beanName) {
                if (bean instanceof ConfigurableTransactionManager manager) {
                    manager.addListener(listener);
                }
                return bean;
            }
        };
    }
}

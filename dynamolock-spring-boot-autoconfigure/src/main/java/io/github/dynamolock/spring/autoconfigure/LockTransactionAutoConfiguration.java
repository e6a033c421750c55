package io.github.dynamolock.spring.autoconfigure;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.spring.LockedTransactions;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;

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
        return new ListenerAdder();
    }

    /** After the initialization, in which a manager may set its own listeners; the only time that a factory bean's comes by. */
    private static final class ListenerAdder implements BeanPostProcessor {

        private final LockedTransactions listener = new LockedTransactions();

        @Override
        public Object postProcessAfterInitialization(Object bean, String beanName) {
            if (bean instanceof ConfigurableTransactionManager manager) {
                addTo(manager);
            }
            return bean;
        }

        private void addTo(ConfigurableTransactionManager manager) {
            List<TransactionExecutionListener> all = new ArrayList<>(manager.getTransactionExecutionListeners());
            if (all.stream().noneMatch(LockedTransactions.class::isInstance)) {
                all.add(listener);
                // Not by addListener, which fails where the application has set a list that can't grow.
                manager.setTransactionExecutionListeners(all);
            }
        }
    }
}

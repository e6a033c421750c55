package io.github.dynamolock.spring.autoconfigure;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockClientBuilder;
import io.github.dynamolock.LockListener;
import io.github.dynamolock.spring.LockClientBuilderCustomizer;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Scope;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Auto-configuration of a {@link LockClient} that uses the application's {@link DynamoDbClient}, if there is one. */
@AutoConfiguration(afterName = "io.awspring.cloud.autoconfigure.dynamodb.DynamoDbAutoConfiguration")
@ConditionalOnClass({LockClient.class, DynamoDbClient.class})
@ConditionalOnBooleanProperty(name = "dynamolock.enabled", matchIfMissing = true)
@EnableConfigurationProperties(DynamoLockProperties.class)
@Import({DynamoDbConfiguration.class, LocalDynamoDbConfiguration.class})
public final class DynamoLockAutoConfiguration {

    /** For the container. */
    public DynamoLockAutoConfiguration() {}

    // Not a singleton: who injects it for a lock client of another table gets settings of his own to change.
    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    @ConditionalOnMissingBean
    LockClientBuilder lockClientBuilder(
            LockDynamoDb dynamoDb,
            DynamoLockProperties properties,
            ObjectProvider<LockListener> listeners,
            ObjectProvider<LockClientBuilderCustomizer> customizers) {
        return new LockClientFactory(properties)
                .builder(dynamoDb.client(), listeners.orderedStream(), customizers.orderedStream());
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    LockClient lockClient(LockClientBuilder builder, LockDynamoDb dynamoDb, DynamoLockProperties properties) {
        return new LockClientFactory(properties).create(builder, dynamoDb);
    }

    @Bean
    LockListenersBinder lockListenersBinder(ObjectProvider<LockListener> listeners, ListableBeanFactory clients) {
        return new LockListenersBinder(listeners, clients);
    }

    // Not an injected map, which would lack the clients that are no default candidates.
    @Bean
    LockClientsLifecycle lockClientsLifecycle(ListableBeanFactory beanFactory) {
        return new LockClientsLifecycle(beanFactory.getBeansOfType(LockClient.class));
    }
}

package io.github.dynamolock.spring.autoconfigure;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockListener;
import io.github.dynamolock.spring.LockClientBuilderCustomizer;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Auto-configuration of a {@link LockClient} that uses the application's {@link DynamoDbClient}, if there is one. */
@AutoConfiguration(afterName = "io.awspring.cloud.autoconfigure.dynamodb.DynamoDbAutoConfiguration")
@ConditionalOnClass({LockClient.class, DynamoDbClient.class})
@ConditionalOnBooleanProperty(name = "dynamolock.enabled", matchIfMissing = true)
@EnableConfigurationProperties(DynamoLockProperties.class)
public final class DynamoLockAutoConfiguration {

    /** For the container. */
    public DynamoLockAutoConfiguration() {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(LockClient.class)
    @Import({DynamoDbConfiguration.class, LocalDynamoDbConfiguration.class})
    static class ClientConfiguration {

        @Bean(destroyMethod = "close")
        LockClient lockClient(
                LockDynamoDb dynamoDb,
                DynamoLockProperties properties,
                ObjectProvider<LockListener> listeners,
                ObjectProvider<LockClientBuilderCustomizer> customizers) {
            return new LockClientFactory(properties)
                    .create(dynamoDb.client(), listeners.orderedStream(), customizers.orderedStream());
        }
    }

    @Bean
    LockClientsLifecycle lockClientsLifecycle(Map<String, LockClient> clients) {
        return new LockClientsLifecycle(clients);
    }
}

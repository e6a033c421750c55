package io.github.dynamolock.spring.autoconfigure;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.regions.providers.AwsRegionProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Locks in DynamoDB proper: by the application's client, or by one that the properties and the AWS SDK describe. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "dynamolock.local.enabled", havingValue = false, matchIfMissing = true)
@ConditionalOnMissingBean(type = "io.github.dynamolock.local.LocalDynamoDb")
@Import(SpringCloudAwsConfiguration.class)
class DynamoDbConfiguration {

    private static final Logger LOGGER = LoggerFactory.getLogger(DynamoDbConfiguration.class);
    private static final String OUR_CLIENT = "dynamolockDynamoDbClient";

    // Lazy, so that an application whose lock clients are all of its own making gets no client that it may not be able
    // to use.
    @Bean(OUR_CLIENT)
    @Lazy
    @ConditionalOnMissingBean(DynamoDbClient.class)
    DynamoDbClient dynamolockDynamoDbClient(
            DynamoLockProperties properties,
            ObjectProvider<DynamoLockConnectionDetails> connections,
            ObjectProvider<AwsCredentialsProvider> credentials,
            ObjectProvider<AwsRegionProvider> region) {
        DynamoLockConnectionDetails connection =
                connections.getIfAvailable(() -> new PropertiesConnectionDetails(properties.client()));
        return new DynamoDbClients(connection, credentials.getIfUnique(), region.getIfUnique()).create();
    }

    @Bean
    @Lazy
    LockDynamoDb lockDynamoDb(DynamoDbClient client, DynamoLockProperties properties, BeanFactory beanFactory) {
        DynamoLockProperties.Client settings = properties.client();
        if (!beanFactory.containsBean(OUR_CLIENT) && (settings.endpoint() != null || settings.region() != null)) {
            LOGGER.warn("dynamolock.client.* has no effect: the application's own DynamoDbClient bean is used");
        }
        return new LockDynamoDb(client, false);
    }
}

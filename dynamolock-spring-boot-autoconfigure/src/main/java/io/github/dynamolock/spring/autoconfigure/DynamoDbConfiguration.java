package io.github.dynamolock.spring.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Locks in DynamoDB proper: by the application's client, or by one that the properties and the AWS SDK describe. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "dynamolock.local.enabled", havingValue = false, matchIfMissing = true)
class DynamoDbConfiguration {

    @Bean
    @ConditionalOnMissingBean(DynamoDbClient.class)
    DynamoDbClient dynamolockDynamoDbClient(DynamoLockProperties properties) {
        return DynamoDbClients.create(properties.client());
    }

    @Bean
    LockDynamoDb lockDynamoDb(DynamoDbClient client) {
        return new LockDynamoDb(client);
    }
}

package io.github.dynamolock.spring.autoconfigure;

import io.github.dynamolock.local.LocalDynamoDb;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Locks in a DynamoDB inside this process, for development; the application's own client stays what it is. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("dynamolock.local.enabled")
class LocalDynamoDbConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(LocalDynamoDb.class)
    static class Present {

        @Bean(destroyMethod = "close")
        LocalDynamoDbServer localDynamoDbServer(DynamoLockProperties properties) {
            return LocalDynamoDbServer.start(
                    properties.local().port(), properties.local().file());
        }

        @Bean
        LockDynamoDb lockDynamoDb(LocalDynamoDbServer server) {
            return new LockDynamoDb(server.client());
        }

        // The server closes what it made; an application without a client gets the local one to use for itself.
        @Bean(destroyMethod = "")
        @ConditionalOnMissingBean
        DynamoDbClient dynamolockDynamoDbClient(LocalDynamoDbServer server) {
            return server.client();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass("io.github.dynamolock.local.LocalDynamoDb")
    static class Missing {

        @Bean
        LockDynamoDb lockDynamoDb() {
            throw new LockSetupException(
                    "dynamolock.local.enabled is true, but the local DynamoDB is not on the class path.",
                    "Add the dependency io.github.dynamolock:dynamolock-local, or set dynamolock.local.enabled=false.",
                    null);
        }
    }
}

package io.github.dynamolock.spring.autoconfigure;

import io.github.dynamolock.local.LocalDynamoDb;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Locks in a DynamoDB inside this process, for development and tests: one that is started here, or a {@link LocalDynamoDb}
 * bean. The application's own client stays what it is.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(LocalDynamoDbConfiguration.Wanted.class)
class LocalDynamoDbConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(LocalDynamoDb.class)
    static class Present {

        @Configuration(proxyBeanMethods = false)
        @ConditionalOnMissingBean(LocalDynamoDb.class)
        static class Started {

            @Bean(destroyMethod = "close")
            LocalDynamoDbServer localDynamoDbServer(DynamoLockProperties properties) {
                return LocalDynamoDbServer.start(
                        properties.local().port(), properties.local().file());
            }

            // The server closes what it made.
            @Bean(destroyMethod = "")
            LocalDynamoDb localDynamoDb(LocalDynamoDbServer server) {
                return server.dynamoDb();
            }
        }

        @Bean
        LockDynamoDb lockDynamoDb(LocalDynamoDb dynamoDb) {
            return new LockDynamoDb(dynamoDb.client(), true);
        }

        // An application without a client gets the local one to use for itself. Closing it does nothing.
        @Bean(destroyMethod = "")
        @ConditionalOnMissingBean
        DynamoDbClient dynamolockDynamoDbClient(LocalDynamoDb dynamoDb) {
            return dynamoDb.client();
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

    static final class Wanted extends AnyNestedCondition {

        Wanted() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnBooleanProperty("dynamolock.local.enabled")
        static class Enabled {}

        @ConditionalOnBean(type = "io.github.dynamolock.local.LocalDynamoDb")
        static class Given {}
    }
}

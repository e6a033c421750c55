package io.github.dynamolock.test.autoconfigure;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockClientBuilder;
import io.github.dynamolock.LockTable;
import io.github.dynamolock.LockTableSpec;
import io.github.dynamolock.LockTables;
import io.github.dynamolock.local.LocalDynamoDb;
import io.github.dynamolock.spring.LockClientBuilderCustomizer;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import io.github.dynamolock.spring.autoconfigure.DynamoLockConnectionDetails;
import io.github.dynamolock.spring.autoconfigure.DynamoLockProperties;
import io.github.dynamolock.test.TestLocks;
import java.util.function.Supplier;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Auto-configuration of {@link TestLocks}, imported by {@link AutoConfigureTestLocks}. */
@AutoConfiguration(
        before = DynamoLockAutoConfiguration.class,
        beforeName = "io.awspring.cloud.autoconfigure.dynamodb.DynamoDbAutoConfiguration")
@ConditionalOnBooleanProperty(name = "dynamolock.enabled", matchIfMissing = true)
@EnableConfigurationProperties(DynamoLockProperties.class)
public final class TestLocksAutoConfiguration {

    private static final String REPLACE = "dynamolock.test.replace";

    /** For the container. */
    public TestLocksAutoConfiguration() {}

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    TestLocks testLocks(
            DynamoLockProperties properties,
            ObjectProvider<LocalDynamoDb> local,
            ObjectProvider<DynamoDbClient> dynamoDb,
            ListableBeanFactory beanFactory) {
        LocalDynamoDb given = local.getIfAvailable();
        Supplier<LockClientBuilder> builders =
                () -> settings(properties, LockClient.builder(given == null ? dynamoDb.getObject() : given.client()));
        TestLocks locks = given == null ? TestLocks.on(builders) : TestLocks.on(given, builders);
        return locks.watching(
                () -> beanFactory.getBeansOfType(LockClient.class, false, false).values());
    }

    @Bean
    LockClientBuilderCustomizer testLocksTimeCustomizer(TestLocks locks) {
        return builder -> builder.timeSource(locks.time());
    }

    private static LockClientBuilder settings(DynamoLockProperties properties, LockClientBuilder builder) {
        return builder.table(table(properties.table()))
                .rowFormat(properties.table().rowFormat())
                .leaseDuration(properties.leaseDuration())
                .heartbeatPeriod(properties.heartbeatPeriod())
                .waitTime(properties.waitTime())
                .pollInterval(properties.pollInterval());
    }

    private static LockTable table(DynamoLockProperties.Table properties) {
        LockTable table = LockTable.named(properties.name()).partitionKey(properties.partitionKey());
        String sortKey = properties.sortKey().name();
        return sortKey == null
                ? table
                : table.sortKey(sortKey, properties.sortKey().value());
    }

    @Configuration(proxyBeanMethods = false)
    @Conditional(Local.Wanted.class)
    @ConditionalOnMissingBean(LocalDynamoDb.class)
    static class Local {

        @Bean(destroyMethod = "close")
        LocalDynamoDb testLocksDynamoDb(DynamoLockProperties properties) throws InterruptedException {
            LocalDynamoDb local = LocalDynamoDb.create();
            LockTables.create(local.client(), LockTableSpec.of(table(properties.table())));
            return local;
        }

        // Here, so that Spring Cloud AWS makes none for the application's other code.
        @Bean(destroyMethod = "")
        @ConditionalOnMissingBean
        DynamoDbClient testLocksDynamoDbClient(LocalDynamoDb local) {
            return local.client();
        }

        static final class Wanted extends AnyNestedCondition {

            Wanted() {
                super(ConfigurationPhase.REGISTER_BEAN);
            }

            @ConditionalOnProperty(name = REPLACE, havingValue = "ANY")
            static class Any {}

            @ConditionalOnProperty(name = REPLACE, havingValue = "AUTO_CONFIGURED", matchIfMissing = true)
            @ConditionalOnBooleanProperty("dynamolock.local.enabled")
            static class LocalAlready {}

            @ConditionalOnProperty(name = REPLACE, havingValue = "AUTO_CONFIGURED", matchIfMissing = true)
            @ConditionalOnMissingBean(
                    value = {DynamoDbClient.class, DynamoLockConnectionDetails.class},
                    type = "io.awspring.cloud.autoconfigure.core.AwsConnectionDetails")
            static class NothingConfigured {}
        }
    }
}

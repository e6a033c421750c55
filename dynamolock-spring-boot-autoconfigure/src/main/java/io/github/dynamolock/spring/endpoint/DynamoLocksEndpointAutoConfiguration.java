package io.github.dynamolock.spring.endpoint;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import java.util.Map;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the actuator endpoint {@code dynamolocks}. */
@AutoConfiguration(after = DynamoLockAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(LockClient.class)
@ConditionalOnAvailableEndpoint(DynamoLocksEndpoint.class)
public final class DynamoLocksEndpointAutoConfiguration {

    /** For the container. */
    public DynamoLocksEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    DynamoLocksEndpoint dynamoLocksEndpoint(Map<String, LockClient> clients) {
        return new DynamoLocksEndpoint(clients);
    }
}

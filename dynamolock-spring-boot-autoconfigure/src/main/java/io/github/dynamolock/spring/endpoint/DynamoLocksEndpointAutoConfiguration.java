package io.github.dynamolock.spring.endpoint;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.spring.autoconfigure.DynamoLockAutoConfiguration;
import io.github.dynamolock.spring.leader.LeaderElectionAutoConfiguration;
import io.github.dynamolock.spring.leader.LeaderElectors;
import java.util.Map;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.endpoint.Sanitizer;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the actuator endpoint {@code dynamolocks}. */
@AutoConfiguration(after = {DynamoLockAutoConfiguration.class, LeaderElectionAutoConfiguration.class})
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(LockClient.class)
@ConditionalOnAvailableEndpoint(DynamoLocksEndpoint.class)
@EnableConfigurationProperties(DynamoLocksEndpointProperties.class)
public final class DynamoLocksEndpointAutoConfiguration {

    /** For the container. */
    public DynamoLocksEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    DynamoLocksEndpoint dynamoLocksEndpoint(
            ListableBeanFactory beanFactory,
            ObjectProvider<LeaderElectors> electors,
            ObjectProvider<SanitizingFunction> functions,
            DynamoLocksEndpointProperties properties) {
        Sanitizer sanitizer = new Sanitizer(functions.orderedStream().toList());
        return new DynamoLocksEndpoint(
                BeanFactoryUtils.beansOfTypeIncludingAncestors(beanFactory, LockClient.class),
                electors.getIfAvailable(() -> new LeaderElectors(Map.of())),
                new ShownKeys(sanitizer, properties.showKeys(), properties.roles()));
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(DynamoLocksEndpoint.class)
    @ConditionalOnAvailableEndpoint(exposure = EndpointExposure.WEB)
    DynamoLocksEndpointWebExtension dynamoLocksEndpointWebExtension(DynamoLocksEndpoint endpoint) {
        return new DynamoLocksEndpointWebExtension(endpoint);
    }
}

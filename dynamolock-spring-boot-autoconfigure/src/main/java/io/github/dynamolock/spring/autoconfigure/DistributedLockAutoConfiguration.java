package io.github.dynamolock.spring.autoconfigure;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.spring.AnnotationDefaults;
import io.github.dynamolock.spring.DistributedLock;
import io.github.dynamolock.spring.DistributedLockAdvisor;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;

/** Auto-configuration of the advice of {@link DistributedLock}, and of the proxies that carry it. */
@AutoConfiguration(after = DynamoLockAutoConfiguration.class)
@ConditionalOnClass({LockClient.class, MethodInterceptor.class})
@ConditionalOnBooleanProperty(name = "dynamolock.enabled", matchIfMissing = true)
@Import(LockAutoProxyRegistrar.class)
public final class DistributedLockAutoConfiguration {

    /** For the container. */
    public DistributedLockAutoConfiguration() {}

    // Static, of the infrastructure's role and with nothing injected that exists yet: the advisor is created with the
    // first bean of all, and must not draw others with it.
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    @ConditionalOnMissingBean
    static DistributedLockAdvisor distributedLockAdvisor(
            ConfigurableListableBeanFactory beanFactory, ObjectProvider<DynamoLockProperties> properties) {
        return new DistributedLockAdvisor(beanFactory, () -> defaults(properties.getIfAvailable()));
    }

    private static AnnotationDefaults defaults(@Nullable DynamoLockProperties properties) {
        if (properties == null) {
            return AnnotationDefaults.STANDARD;
        }
        DynamoLockProperties.Annotation annotation = properties.annotation();
        return new AnnotationDefaults(annotation.order(), annotation.onLost(), properties.keyPrefix());
    }
}

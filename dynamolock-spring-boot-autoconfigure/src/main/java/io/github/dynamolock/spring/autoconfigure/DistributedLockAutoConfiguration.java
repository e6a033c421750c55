package io.github.dynamolock.spring.autoconfigure;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.spring.AnnotationDefaults;
import io.github.dynamolock.spring.DistributedLock;
import io.github.dynamolock.spring.DistributedLockAdvisor;
import io.github.dynamolock.spring.aspectj.WovenLocks;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;

/** Auto-configuration of the advice of {@link DistributedLock}, and of the proxies that carry it. */
@AutoConfiguration(after = DynamoLockAutoConfiguration.class)
@ConditionalOnClass({LockClient.class, MethodInterceptor.class})
@ConditionalOnBooleanProperty(name = "dynamolock.enabled", matchIfMissing = true)
public final class DistributedLockAutoConfiguration {

    private static final String MODE = "dynamolock.annotation.mode";

    /** For the container. */
    public DistributedLockAutoConfiguration() {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = MODE, havingValue = "proxy", matchIfMissing = true)
    @Import(LockAutoProxyRegistrar.class)
    static class ProxyConfiguration {

        // Static, of the infrastructure's role and with nothing injected that exists yet: the advisor is created with
        // the
        // first bean of all, and must not draw others with it.
        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        @ConditionalOnMissingBean
        static DistributedLockAdvisor distributedLockAdvisor(
                ConfigurableListableBeanFactory beanFactory, ObjectProvider<DynamoLockProperties> properties) {
            return advisor(beanFactory, properties);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = MODE, havingValue = "aspectj")
    static class AspectJConfiguration {

        // The advisor is no bean here: proxies would take it up.
        @Bean(destroyMethod = "close")
        @ConditionalOnMissingBean
        static WovenLocks wovenLocks(
                ConfigurableListableBeanFactory beanFactory, ObjectProvider<DynamoLockProperties> properties) {
            try {
                return new WovenLocks(advisor(beanFactory, properties));
            } catch (IllegalStateException | NoClassDefFoundError notWoven) {
                throw new LockSetupException(
                        "dynamolock.annotation.mode is aspectj, but " + notWoven.getMessage() + ".",
                        "Start the JVM with -javaagent:aspectjweaver.jar, and name the aspect"
                                + " io.github.dynamolock.spring.aspectj.DistributedLockAspect and your packages in"
                                + " META-INF/aop.xml; or use dynamolock.annotation.mode=proxy.",
                        notWoven);
            }
        }
    }

    private static DistributedLockAdvisor advisor(
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

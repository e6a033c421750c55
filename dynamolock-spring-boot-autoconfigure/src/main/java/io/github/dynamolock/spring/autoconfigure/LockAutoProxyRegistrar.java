package io.github.dynamolock.spring.autoconfigure;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Registers the auto-proxy creator that applies the advice. Boot's own registration can't be relied on: it comes only with
 * {@code spring.aop.auto}, and without AspectJ only for class proxies. Where there is one already, that one is kept.
 */
final class LockAutoProxyRegistrar implements ImportBeanDefinitionRegistrar, EnvironmentAware {

    private Environment environment = new StandardEnvironment();

    @Override
    public void setEnvironment(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
        if (environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true)) {
            AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(registry);
        }
    }
}

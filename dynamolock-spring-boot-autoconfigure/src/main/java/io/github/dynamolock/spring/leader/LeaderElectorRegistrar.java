package io.github.dynamolock.spring.leader;

import io.github.dynamolock.LeaderElector;
import java.util.Map;
import org.springframework.beans.factory.BeanRegistrar;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

/** Registers one elector for each name below {@code dynamolock.leader}. Only the names need to be known by then. */
class LeaderElectorRegistrar implements BeanRegistrar {

    static final String PROPERTY = "dynamolock.leader";

    @Override
    public void register(BeanRegistry registry, Environment environment) {
        electors(environment).forEach((name, settings) -> {
            if (!(settings instanceof Map)) {
                throw new InvalidConfigurationPropertyValueException(
                        PROPERTY + "." + name,
                        settings,
                        "Each elector has a name, as in " + PROPERTY + ".billing.key.");
            }
            registry.registerBean(
                    name + LeaderElectors.SUFFIX,
                    LeaderElector.class,
                    spec -> spec.supplier(context -> new LeaderElectorFactory(name, context).create()));
        });
    }

    private static Map<String, Object> electors(Environment environment) {
        return Binder.get(environment)
                .bind(PROPERTY, Bindable.mapOf(String.class, Object.class))
                .orElse(Map.of());
    }
}

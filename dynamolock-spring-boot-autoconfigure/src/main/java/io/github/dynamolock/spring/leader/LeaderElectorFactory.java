package io.github.dynamolock.spring.leader;

import io.github.dynamolock.LeaderElector;
import io.github.dynamolock.LeaderElectorBuilder;
import io.github.dynamolock.LockClient;
import io.github.dynamolock.spring.autoconfigure.DynamoLockProperties;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanNotOfRequiredTypeException;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Builds the elector that the properties of one name describe. */
final class LeaderElectorFactory {

    private final String name;
    private final BeanRegistry.SupplierContext context;

    LeaderElectorFactory(String name, BeanRegistry.SupplierContext context) {
        this.name = name;
        this.context = context;
    }

    LeaderElector create() {
        DynamoLockProperties.Leader settings =
                context.bean(DynamoLockProperties.class).leader().get(name);
        String key = settings == null ? null : settings.key();
        if (settings == null || key == null) {
            throw invalid("key", null, "Say which lock's key the elector campaigns for.");
        }
        LockClient locks = client(settings.client());
        LeaderElectorBuilder builder =
                checked("key", key, () -> LeaderElector.builder(locks, key)).name(name);
        checked("retry-pause", settings.retryPause(), () -> builder.retryPause(settings.retryPause()));
        Duration lease = settings.leaseDuration();
        if (lease != null) {
            checked("lease-duration", lease, () -> builder.leaseDuration(lease));
        }
        context.beanProvider(LeaderElectorBuilderCustomizer.class)
                .orderedStream()
                .forEach(customizer -> customizer.customize(name, builder));
        return checked("client", settings.client(), builder::build);
    }

    private LockClient client(@Nullable String bean) {
        try {
            return bean == null ? context.bean(LockClient.class) : context.bean(bean, LockClient.class);
        } catch (NoUniqueBeanDefinitionException several) {
            throw invalid(
                    "client",
                    null,
                    "There are several lock clients, " + several.getBeanNamesFound()
                            + ": name one, or mark one as primary.");
        } catch (NoSuchBeanDefinitionException | BeanNotOfRequiredTypeException none) {
            throw invalid("client", bean, "There is no lock client of this bean name.");
        }
    }

    private <T> T checked(String property, @Nullable Object value, Supplier<T> action) {
        try {
            return action.get();
        } catch (IllegalArgumentException refusal) {
            throw invalid(property, value, "It is refused: " + refusal.getMessage() + ".");
        }
    }

    private InvalidConfigurationPropertyValueException invalid(String property, @Nullable Object value, String reason) {
        return new InvalidConfigurationPropertyValueException(
                LeaderElectorRegistrar.PROPERTY + "." + name + "." + property, value, reason);
    }
}

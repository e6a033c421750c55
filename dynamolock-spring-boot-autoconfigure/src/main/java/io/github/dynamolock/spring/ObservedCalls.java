package io.github.dynamolock.spring;

import io.github.dynamolock.spring.observation.DefaultDynamoLockObservationConvention;
import io.github.dynamolock.spring.observation.DynamoLockObservation;
import io.github.dynamolock.spring.observation.DynamoLockObservationContext;
import io.github.dynamolock.spring.observation.DynamoLockObservationConvention;
import io.github.dynamolock.table.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.function.SingletonSupplier;

/** Begins observations in the application's registry, which is looked up at the first call: the advice exists long before. */
final class ObservedCalls implements CallObservations {

    private static final Logger LOGGER = LoggerFactory.getLogger(DistributedLockInterceptor.class);

    private static final DynamoLockObservationConvention DEFAULT = new DefaultDynamoLockObservationConvention(true);

    private final Supplier<ObservationRegistry> registry;
    private final Supplier<DynamoLockObservationConvention> convention;

    ObservedCalls(BeanFactory beanFactory) {
        this.registry = SingletonSupplier.of(() ->
                beanFactory.getBeanProvider(ObservationRegistry.class).getIfUnique(() -> ObservationRegistry.NOOP));
        this.convention = SingletonSupplier.of(() -> beanFactory
                .getBeanProvider(DynamoLockObservationConvention.class)
                .getIfUnique(() -> DEFAULT));
    }

    @Override
    public CallObservation begin(LockedCall call, @Nullable Object parent) {
        ObservationRegistry known = registry.get();
        return known.isNoop() ? CallObservation.NONE : begin(call, parent, known);
    }

    private CallObservation begin(LockedCall call, @Nullable Object parent, ObservationRegistry known) {
        try {
            DynamoLockObservationContext context = new DynamoLockObservationContext(
                    call.operation().name(),
                    call.keys().inOrder().stream().map(KeyValues::text).toList(),
                    call.client().ownerName());
            Observation observation =
                    DynamoLockObservation.LOCKED.observation(convention.get(), DEFAULT, () -> context, known);
            if (observation.isNoop()) {
                return CallObservation.NONE;
            }
            if (parent instanceof Observation outer) {
                observation.parentObservation(outer);
            }
            return new ObservedCall(known, observation.start(), context);
        } catch (RuntimeException failure) {
            LOGGER.warn("A call of {} could not be observed", call.operation().method(), failure);
            return CallObservation.NONE;
        }
    }
}

package io.github.dynamolock.spring.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Names the observation of locked calls and its key values. A bean of this type takes the place of
 * {@link DefaultDynamoLockObservationConvention}.
 */
public interface DynamoLockObservationConvention extends ObservationConvention<DynamoLockObservationContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof DynamoLockObservationContext;
    }
}

package io.github.dynamolock.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;

/** Begins the observation of calls. */
@FunctionalInterface
interface CallObservations {

    /**
     * Begins one.
     *
     * @param parent what stands for the surrounding one in Reactor's context; null for the current one of this thread
     */
    CallObservation begin(LockedCall call, @Nullable Object parent);

    /** As the application observes, where Micrometer's observations are on the class path. */
    static CallObservations of(BeanFactory beanFactory) {
        return OptionalLibrary.OBSERVATION.isPresent()
                ? new ObservedCalls(beanFactory)
                : (call, parent) -> CallObservation.NONE;
    }
}

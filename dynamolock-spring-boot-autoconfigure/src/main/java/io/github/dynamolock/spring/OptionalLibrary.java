package io.github.dynamolock.spring;

import org.springframework.util.ClassUtils;

/** What an application may bring along. Named in one place: in a native image a class is found by name only after a hint. */
enum OptionalLibrary {
    REACTOR("reactor.core.publisher.Flux"),
    TRANSACTIONS("org.springframework.transaction.support.TransactionSynchronizationManager"),
    CONTEXT_PROPAGATION("io.micrometer.context.ContextSnapshotFactory");

    private final String type;
    private final boolean present;

    OptionalLibrary(String type) {
        this.type = type;
        this.present = ClassUtils.isPresent(type, OptionalLibrary.class.getClassLoader());
    }

    /** A class that only this library has. */
    String type() {
        return type;
    }

    boolean isPresent() {
        return present;
    }
}

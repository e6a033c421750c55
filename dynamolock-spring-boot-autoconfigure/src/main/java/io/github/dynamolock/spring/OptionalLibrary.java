package io.github.dynamolock.spring;

import org.springframework.util.ClassUtils;

/** What an application may bring along. Named in one place: in a native image a class is found by name only after a hint. */
enum OptionalLibrary {
    REACTOR("reactor.core.publisher.Flux", "io.projectreactor:reactor-core"),
    KOTLIN_REFLECT("kotlin.reflect.full.KClasses", "org.jetbrains.kotlin:kotlin-reflect"),
    KOTLIN_COROUTINES("kotlinx.coroutines.reactor.MonoKt", "org.jetbrains.kotlinx:kotlinx-coroutines-reactor"),
    TRANSACTIONS(
            "org.springframework.transaction.support.TransactionSynchronizationManager",
            "org.springframework:spring-tx"),
    OBSERVATION("io.micrometer.observation.ObservationRegistry", "io.micrometer:micrometer-observation"),
    CONTEXT_PROPAGATION("io.micrometer.context.ContextSnapshotFactory", "io.micrometer:context-propagation");

    private final String type;
    private final String artifact;
    private final boolean present;

    OptionalLibrary(String type, String artifact) {
        this.type = type;
        this.artifact = artifact;
        this.present = ClassUtils.isPresent(type, OptionalLibrary.class.getClassLoader());
    }

    /** A class that only this library has. */
    String type() {
        return type;
    }

    /** What to add to have it. */
    String artifact() {
        return artifact;
    }

    boolean isPresent() {
        return present;
    }
}

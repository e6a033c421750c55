package io.github.dynamolock.spring;

import io.github.dynamolock.LockClientBuilder;

/**
 * Changes the settings of the auto-configured {@link io.github.dynamolock.LockClient} before it is built. Any number of
 * beans; they are called in order, after the properties have been applied.
 */
@FunctionalInterface
public interface LockClientBuilderCustomizer {

    /** Changes the settings. */
    void customize(LockClientBuilder builder);
}

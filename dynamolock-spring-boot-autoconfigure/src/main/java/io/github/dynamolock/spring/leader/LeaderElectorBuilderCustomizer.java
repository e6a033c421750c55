package io.github.dynamolock.spring.leader;

import io.github.dynamolock.LeaderElectorBuilder;

/**
 * A bean that changes the settings of electors that come from properties: adds listeners of one's own, or an executor for
 * them. Called in the order of the beans, after the properties were applied.
 */
@FunctionalInterface
public interface LeaderElectorBuilderCustomizer {

    /**
     * Changes the settings of one elector.
     *
     * @param name as in {@code dynamolock.leader.<name>}
     */
    void customize(String name, LeaderElectorBuilder builder);
}

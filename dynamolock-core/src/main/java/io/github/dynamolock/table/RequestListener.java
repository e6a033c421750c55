package io.github.dynamolock.table;

import org.jspecify.annotations.Nullable;

/** Is told of each request to the table. Internal. */
@FunctionalInterface
public interface RequestListener {

    /**
     * A request has ended.
     *
     * @param lockName the name of the lock that it was for, if that has one
     * @param operation as DynamoDB calls it
     * @param failure what the SDK threw, or null
     */
    void ended(@Nullable String lockName, String operation, @Nullable RuntimeException failure);
}

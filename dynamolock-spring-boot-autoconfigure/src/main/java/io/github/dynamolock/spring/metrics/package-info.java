/** The meters of locks. */
@NullMarked
package io.github.dynamolock.spring.metrics;

import org.jspecify.annotations.NullMarked;

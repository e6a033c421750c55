/** Wires lock clients and the advice of {@code @DistributedLock} into a Spring Boot application. */
@NullMarked
package io.github.dynamolock.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;

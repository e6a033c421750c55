/** Lets {@code @ServiceConnection} containers tell where the lock table is. */
@NullMarked
package io.github.dynamolock.spring.testcontainers;

import org.jspecify.annotations.NullMarked;

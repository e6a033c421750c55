/** The health contributor {@code dynamolock}. */
@NullMarked
package io.github.dynamolock.spring.health;

import org.jspecify.annotations.NullMarked;

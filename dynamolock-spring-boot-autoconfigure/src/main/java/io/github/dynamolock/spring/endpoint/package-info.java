/** The actuator endpoint {@code dynamolocks}: what this application's lock clients hold and wait for, and who leads. */
@NullMarked
package io.github.dynamolock.spring.endpoint;

import org.jspecify.annotations.NullMarked;

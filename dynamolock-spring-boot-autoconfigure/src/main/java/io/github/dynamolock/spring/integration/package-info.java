/** Spring Integration's lock registry over a lock client. */
@NullMarked
package io.github.dynamolock.spring.integration;

import org.jspecify.annotations.NullMarked;

/** Leader election in an application: electors from properties, their life with the context, and events. */
@NullMarked
package io.github.dynamolock.spring.leader;

import org.jspecify.annotations.NullMarked;

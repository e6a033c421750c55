/** ShedLock's lock provider over a lock client. */
@NullMarked
package io.github.dynamolock.spring.shedlock;

import org.jspecify.annotations.NullMarked;

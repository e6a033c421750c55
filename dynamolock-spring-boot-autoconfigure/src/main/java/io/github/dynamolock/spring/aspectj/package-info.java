/** {@code @DistributedLock} by AspectJ weaving instead of Spring's proxies: self-invoked, private and static methods too. */
@NullMarked
package io.github.dynamolock.spring.aspectj;

import org.jspecify.annotations.NullMarked;

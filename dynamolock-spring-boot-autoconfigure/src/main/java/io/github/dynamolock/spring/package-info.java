/** Distributed locks on Amazon DynamoDB. */
@NullMarked
package io.github.dynamolock.spring;

import org.jspecify.annotations.NullMarked;

/** Distributed locks on Amazon DynamoDB. */
@NullMarked
package io.github.dynamolock;

import org.jspecify.annotations.NullMarked;

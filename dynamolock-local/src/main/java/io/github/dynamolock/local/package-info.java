/** Distributed locks on Amazon DynamoDB. */
@NullMarked
package io.github.dynamolock.local;

import org.jspecify.annotations.NullMarked;

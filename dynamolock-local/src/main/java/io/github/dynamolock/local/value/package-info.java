/** Internal: DynamoDB's data types, how they compare and weigh, and DynamoDB's errors. */
@NullMarked
package io.github.dynamolock.local.value;

import org.jspecify.annotations.NullMarked;

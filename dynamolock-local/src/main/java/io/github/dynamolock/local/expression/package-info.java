/** Internal: DynamoDB's expression language, from text to an evaluated result. */
@NullMarked
package io.github.dynamolock.local.expression;

import org.jspecify.annotations.NullMarked;

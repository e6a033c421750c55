/** Random requests to dynamolock-local and to DynamoDBs that others wrote, whose answers have to be the same. */
@NullMarked
package io.github.dynamolock.verification.differential;

import org.jspecify.annotations.NullMarked;

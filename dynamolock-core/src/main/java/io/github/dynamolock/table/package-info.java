/**
 * The lock row and its table: names, codec, conditions, and one DynamoDB call per method. Internal: the types are public
 * only for the packages beside this one.
 */
@NullMarked
package io.github.dynamolock.table;

import org.jspecify.annotations.NullMarked;

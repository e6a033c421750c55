/**
 * A DynamoDB in the same process, for development and tests.
 *
 * <p>{@link io.github.dynamolock.local.LocalDynamoDb} is where to begin. It keeps its tables in memory, answers through an
 * in-process {@code DynamoDbClient} and through HTTP on the loopback address, counts calls, and fails on command. What it
 * does not support it refuses by name, with the errors DynamoDB has for that; it never guesses.
 *
 * <p>It is a development tool: nothing is stored, nothing is replicated, and nobody is asked for credentials. In
 * production use DynamoDB.
 */
@NullMarked
package io.github.dynamolock.local;

import org.jspecify.annotations.NullMarked;

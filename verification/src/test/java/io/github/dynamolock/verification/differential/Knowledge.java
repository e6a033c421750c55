package io.github.dynamolock.verification.differential;

/**
 * What a peer can be asked.
 *
 * @param transactions whether it has transactions
 * @param pathsInLists whether it survives {@code a IN (b)}
 * @param messages whether the messages of its errors are DynamoDB's, so that they compare
 */
record Knowledge(boolean transactions, boolean pathsInLists, boolean messages) {}

package io.github.dynamolock;

import org.jspecify.annotations.Nullable;

/**
 * A request to DynamoDB that a client has sent. The AWS SDK may have sent it up to three times before it gave an answer; that
 * is one request here.
 *
 * @param lockName the name of the lock that it was for, if that has one
 * @param operation as DynamoDB calls it: {@code UpdateItem}, {@code GetItem} or {@code DeleteItem}
 * @param outcome what came of it
 */
public record TableRequest(@Nullable String lockName, String operation, Outcome outcome) {

    /** What came of a request. */
    public enum Outcome {
        /** It was carried out. */
        SUCCEEDED,
        /** The row did not meet its condition: another holds the lock, or has taken it. */
        REFUSED,
        /** No answer, or an error: throttled, not permitted, no such table. Whether it was carried out need not be known. */
        FAILED
    }
}

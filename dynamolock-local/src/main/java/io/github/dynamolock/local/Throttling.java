package io.github.dynamolock.local;

/** The errors with which DynamoDB throttles. */
public enum Throttling {
    /** {@code ProvisionedThroughputExceededException}: the table or one of its partitions is out of capacity. */
    PROVISIONED_THROUGHPUT_EXCEEDED,
    /** {@code ThrottlingException}: too many requests at once. */
    THROTTLING,
    /** {@code RequestLimitExceeded}: the account is out of capacity. */
    REQUEST_LIMIT_EXCEEDED
}

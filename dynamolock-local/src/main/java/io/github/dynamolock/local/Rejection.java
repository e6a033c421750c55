package io.github.dynamolock.local;

/** The errors with which DynamoDB refuses callers for who they are. */
public enum Rejection {
    /** {@code ExpiredTokenException}: temporary credentials are past their time. */
    EXPIRED_TOKEN,
    /** {@code UnrecognizedClientException}: the credentials are not known. */
    UNRECOGNIZED_CLIENT,
    /** {@code AccessDeniedException}: the caller may not call this operation. */
    ACCESS_DENIED
}

package io.github.dynamolock.table;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CancellationException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.exception.SdkException;

/** Tells failures that pass by themselves from those that somebody has to mend. Internal. */
public final class Failures {

    private static final int HTTP_SERVER_ERROR = 500;

    /** Error codes of requests that were refused for now ("Error handling with DynamoDB", DynamoDB Developer Guide). */
    private static final Set<String> PASSING = Set.of(
            "ProvisionedThroughputExceededException",
            "RequestLimitExceeded",
            "ThrottlingException",
            "Throttling",
            "LimitExceededException",
            "TransactionConflictException",
            "TransactionInProgressException",
            "ReplicatedWriteConflictException",
            "InternalServerError",
            "ServiceUnavailable");

    private Failures() {}

    /** Whether trying again later may help. Such a write may also have been applied. */
    public static boolean isPassing(RuntimeException failure) {
        if (failure instanceof AwsServiceException service) {
            return service.statusCode() >= HTTP_SERVER_ERROR
                    || service.isThrottlingException()
                    || service.isClockSkewException()
                    || PASSING.contains(errorCode(service));
        }
        // The SDK's Apache client throws CancellationException when the time of an attempt is over before it has a
        // connection,
        // and the SDK doesn't translate that one (2.57.8).
        if (failure instanceof CancellationException
                || failure instanceof ApiCallTimeoutException
                || failure instanceof ApiCallAttemptTimeoutException
                || failure instanceof AbortedException
                || failure instanceof RetryableException) {
            return true;
        }
        // Without an I/O failure beneath, a client-side failure is one of settings: credentials, region, a closed
        // client.
        return failure instanceof SdkException && hasIoCause(failure);
    }

    /** The code in the answer; empty when it has none, as when a proxy answers in DynamoDB's place. */
    public static String errorCode(AwsServiceException failure) {
        String code = failure.awsErrorDetails() == null
                ? null
                : failure.awsErrorDetails().errorCode();
        return code == null ? "" : code;
    }

    private static boolean hasIoCause(Throwable failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException) {
                return true;
            }
        }
        return false;
    }
}

package io.github.dynamolock.local.value;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.LimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/**
 * Internal: DynamoDB's errors as the SDK throws them, with error code, message, status and request id set, so that
 * callers which classify by any of these see the same in process as over HTTP.
 */
public final class Errors {
    private static final String SERVICE = "DynamoDb";
    private static final int CLIENT_ERROR = 400;
    private static final int TOO_LARGE = 413;
    private static final int SERVER_ERROR = 500;
    private static final int UNAVAILABLE = 503;
    private static final String LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

    private Errors() {}

    /** A request that breaks a rule of DynamoDB, or asks for what this engine does not do. */
    public static AwsServiceException validation(String message) {
        return coded("ValidationException", message);
    }

    /** A violated constraint on a single member, in the words of DynamoDB's model validation. */
    public static AwsServiceException constraint(@Nullable Object value, String member, String rule) {
        String shown = value == null ? "null" : "'" + value + "'";
        return validation("1 validation error detected: Value " + shown + " at '" + member
                + "' failed to satisfy constraint: " + rule);
    }

    /** A legitimate DynamoDB feature that this engine does not have. */
    public static AwsServiceException unsupported(String what) {
        return validation("dynamolock-local does not support " + what);
    }

    /** An operation that is not served, or that DynamoDB does not have. */
    public static AwsServiceException unknownOperation(String operation) {
        return coded("UnknownOperationException", "dynamolock-local does not serve the operation " + operation);
    }

    /** A body that is no JSON of the request's shape. */
    public static AwsServiceException serialization(String message) {
        return coded("SerializationException", message);
    }

    /** A body beyond the limit. */
    public static AwsServiceException tooLarge(String message) {
        return filled(DynamoDbException.builder(), TOO_LARGE, "RequestEntityTooLargeException", message);
    }

    /** A failed condition, with the item as it stands when the caller asked for it. */
    public static AwsServiceException conditionFailed(@Nullable Map<String, AttributeValue> item) {
        ConditionalCheckFailedException.Builder builder = ConditionalCheckFailedException.builder();
        if (item != null) {
            builder.item(item);
        }
        return filled(builder, CLIENT_ERROR, "ConditionalCheckFailedException", "The conditional request failed");
    }

    /** A table that does not exist, in the words of the operations on items. */
    public static AwsServiceException resourceNotFound() {
        return resourceNotFound("Requested resource not found");
    }

    /** A resource that does not exist. */
    public static AwsServiceException resourceNotFound(String message) {
        return filled(ResourceNotFoundException.builder(), CLIENT_ERROR, "ResourceNotFoundException", message);
    }

    /** A table that exists already, or is in the wrong state for the operation. */
    public static AwsServiceException resourceInUse(String message) {
        return filled(ResourceInUseException.builder(), CLIENT_ERROR, "ResourceInUseException", message);
    }

    /** More than DynamoDB does at once, or keeps in one table. */
    public static AwsServiceException limitExceeded(String message) {
        return filled(LimitExceededException.builder(), CLIENT_ERROR, "LimitExceededException", message);
    }

    /** A transaction that was cancelled, with one reason for each of its actions. */
    public static AwsServiceException transactionCanceled(List<CancellationReason> reasons) {
        StringBuilder codes = new StringBuilder();
        for (CancellationReason reason : reasons) {
            codes.append(codes.length() == 0 ? "" : ", ").append(reason.code());
        }
        return filled(
                TransactionCanceledException.builder().cancellationReasons(reasons),
                CLIENT_ERROR,
                "TransactionCanceledException",
                "Transaction cancelled, please refer cancellation reasons for specific reasons [" + codes + "]");
    }

    /** A client request token that was used before with another request. */
    public static AwsServiceException idempotentParameterMismatch() {
        return filled(
                IdempotentParameterMismatchException.builder(),
                CLIENT_ERROR,
                "IdempotentParameterMismatchException",
                "Request parameters do not match the parameters of the original request with this client token");
    }

    /** Throttling on the table's or partition's throughput. */
    public static AwsServiceException provisionedThroughputExceeded() {
        return filled(
                ProvisionedThroughputExceededException.builder(),
                CLIENT_ERROR,
                "ProvisionedThroughputExceededException",
                "The level of configured provisioned throughput for the table was exceeded. "
                        + "Consider increasing your provisioning level with the UpdateTable API.");
    }

    /** Throttling on the rate of calls. */
    public static AwsServiceException throttling() {
        return filled(
                ThrottlingException.builder(),
                CLIENT_ERROR,
                "ThrottlingException",
                "Rate of requests exceeds the allowed throughput.");
    }

    /** Throttling on the account's limit. */
    public static AwsServiceException requestLimitExceeded() {
        return filled(
                RequestLimitExceededException.builder(),
                CLIENT_ERROR,
                "RequestLimitExceeded",
                "Throughput exceeds the current throughput limit for your account.");
    }

    /** A failure inside the service. */
    public static AwsServiceException internalServerError() {
        return filled(
                InternalServerErrorException.builder(),
                SERVER_ERROR,
                "InternalServerError",
                "The request processing has failed because of an unknown error, exception or failure.");
    }

    /** A service that is not available, or too busy. */
    public static AwsServiceException serviceUnavailable() {
        return filled(
                DynamoDbException.builder(),
                UNAVAILABLE,
                "ServiceUnavailable",
                "The service is currently unavailable or busy.");
    }

    /** A write to an item that a transaction is under way on. */
    public static AwsServiceException transactionConflict() {
        return filled(
                TransactionConflictException.builder(),
                CLIENT_ERROR,
                "TransactionConflictException",
                "Transaction is ongoing for the item");
    }

    /** A caller whose credentials are past their time. */
    public static AwsServiceException expiredToken() {
        return coded("ExpiredTokenException", "The security token included in the request is expired");
    }

    /** A caller whose credentials are not known. */
    public static AwsServiceException unrecognizedClient() {
        return coded("UnrecognizedClientException", "The security token included in the request is invalid.");
    }

    /** A caller who may not do this. */
    public static AwsServiceException accessDenied(String operation) {
        return coded("AccessDeniedException", "User is not authorized to perform: dynamodb:" + operation);
    }

    /** A request id of DynamoDB's form: 52 letters and digits. */
    public static String newRequestId() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        char[] id = new char[52];
        for (int i = 0; i < id.length; i++) {
            id[i] = LETTERS_AND_DIGITS.charAt(random.nextInt(LETTERS_AND_DIGITS.length()));
        }
        return String.valueOf(id);
    }

    private static AwsServiceException coded(String code, String message) {
        return filled(DynamoDbException.builder(), CLIENT_ERROR, code, message);
    }

    private static AwsServiceException filled(
            AwsServiceException.Builder builder, int status, String code, String message) {
        return builder.message(message)
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode(code)
                        .errorMessage(message)
                        .serviceName(SERVICE)
                        .sdkHttpResponse(
                                SdkHttpResponse.builder().statusCode(status).build())
                        .build())
                .statusCode(status)
                .requestId(newRequestId())
                .build();
    }
}

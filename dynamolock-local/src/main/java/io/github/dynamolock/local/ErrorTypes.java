package io.github.dynamolock.local;

import java.util.Set;

/** The full types by which DynamoDB names its errors in bodies. */
final class ErrorTypes {
    private static final Set<String> OF_SERVICE = Set.of(
            "UnknownOperationException",
            "SerializationException",
            "RequestEntityTooLargeException",
            "AccessDeniedException",
            "UnrecognizedClientException",
            "MissingAuthenticationTokenException",
            "InvalidSignatureException",
            "IncompleteSignatureException",
            "ExpiredTokenException",
            "InternalFailure",
            "ServiceUnavailable",
            "ServiceUnavailableException");

    private ErrorTypes() {}

    static String typeOf(String code) {
        if (code.equals("ValidationException")) {
            return "com.amazon.coral.validate#" + code;
        }
        if (code.equals("ThrottlingException")) {
            return "com.amazon.coral.availability#" + code;
        }
        return (OF_SERVICE.contains(code) ? "com.amazon.coral.service#" : "com.amazonaws.dynamodb.v20120810#") + code;
    }
}

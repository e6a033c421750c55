package io.github.dynamolock.local;

import com.sun.net.httpserver.HttpExchange;
import io.github.dynamolock.local.value.Errors;
import io.github.dynamolock.local.wire.JsonBody;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkPojo;

/** What the HTTP front answers, with the request id and the checksum that the SDKs look for. */
final class HttpAnswer {
    private static final String JSON = "application/x-amz-json-1.0";
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final int BAD_REQUEST = 400;

    private final int status;
    private final String contentType;
    private final String requestId;
    private final byte[] body;

    private HttpAnswer(int status, String contentType, String requestId, byte[] body) {
        this.status = status;
        this.contentType = contentType;
        this.requestId = requestId;
        this.body = body;
    }

    static HttpAnswer success(SdkPojo response) {
        return new HttpAnswer(200, JSON, Errors.newRequestId(), JsonBody.of(response));
    }

    static HttpAnswer error(AwsServiceException error) {
        return error(error, error.statusCode() == 0 ? BAD_REQUEST : error.statusCode());
    }

    static HttpAnswer tooLarge(int limit) {
        return error(Errors.tooLarge("Request body is larger than " + limit + " bytes"));
    }

    /** For those who look whether anything is there. */
    static HttpAnswer health(String method) {
        boolean look = method.equals("GET") || method.equals("HEAD");
        String text = look ? "healthy: dynamolock-local" : "dynamolock-local takes POST, not " + method;
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        return new HttpAnswer(look ? 200 : 405, TEXT, Errors.newRequestId(), body);
    }

    void send(HttpExchange exchange) throws IOException {
        CRC32 checksum = new CRC32();
        checksum.update(body);
        exchange.getResponseHeaders().set("Content-Type", contentType);
        exchange.getResponseHeaders().set("x-amzn-RequestId", requestId);
        exchange.getResponseHeaders().set("x-amz-crc32", Long.toString(checksum.getValue()));
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        exchange.sendResponseHeaders(status, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private static HttpAnswer error(AwsServiceException error, int status) {
        String type = ErrorTypes.typeOf(error.awsErrorDetails().errorCode());
        String message = String.valueOf(error.awsErrorDetails().errorMessage());
        String requestId = error.requestId() == null ? Errors.newRequestId() : error.requestId();
        return new HttpAnswer(status, JSON, requestId, JsonBody.ofError(type, message, error));
    }
}

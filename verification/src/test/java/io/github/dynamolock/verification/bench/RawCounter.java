package io.github.dynamolock.verification.bench;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Raises counters through one connection, kept where the server keeps it, with as little work of its own as HTTP allows: servers are compared by it. */
final class RawCounter implements ConditionalUpdates.Counter {
    private static final String SIGNATURE =
            "AWS4-HMAC-SHA256 Credential=bench/20260101/us-east-1/dynamodb/aws4_request, "
                    + "SignedHeaders=host;x-amz-date;x-amz-target, Signature=" + "0".repeat(64);

    private static final int ANSWER_MILLIS = 10_000;

    private final URI endpoint;
    private Socket socket;
    private InputStream in;

    RawCounter(URI endpoint) throws IOException {
        this.endpoint = endpoint;
        connect();
    }

    private void connect() throws IOException {
        socket = new Socket(endpoint.getHost(), endpoint.getPort());
        socket.setTcpNoDelay(true);
        // A server that hangs ends the run, with an error.
        socket.setSoTimeout(ANSWER_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    @Override
    public void reset(String key) throws IOException {
        call("PutItem", """
                {"TableName":"%s","Item":{"pk":{"S":"%s"},"v":{"N":"0"}}}""".formatted(ConditionalUpdates.TABLE, key));
    }

    @Override
    public void raise(String key, long from) throws IOException {
        call(
                "UpdateItem",
                "{\"TableName\":\"" + ConditionalUpdates.TABLE + "\",\"Key\":{\"pk\":{\"S\":\"" + key
                        + "\"}},\"UpdateExpression\":\"SET v = :to\",\"ConditionExpression\":\"v = :from\","
                        + "\"ExpressionAttributeValues\":{\":from\":{\"N\":\"" + from + "\"},\":to\":{\"N\":\""
                        + (from + 1) + "\"}}}");
    }

    private void call(String operation, String body) throws IOException {
        String request = "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-amz-json-1.0\r\n"
                + "X-Amz-Target: DynamoDB_20120810." + operation + "\r\nX-Amz-Date: 20260101T000000Z\r\nAuthorization: "
                + SIGNATURE + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        String status = line();
        int length = 0;
        boolean closes = status.startsWith("HTTP/1.0");
        for (String line = line(); !line.isEmpty(); line = line()) {
            String header = line.toLowerCase(Locale.ROOT);
            if (header.startsWith("content-length:")) {
                length = Integer.parseInt(
                        header.substring(header.indexOf(':') + 1).strip());
            }
            closes |= header.startsWith("connection:") && header.endsWith("close");
        }
        byte[] answer = in.readNBytes(length);
        if (!status.contains(" 200 ")) {
            throw new IOException(status + ": " + new String(answer, StandardCharsets.UTF_8));
        }
        if (closes) {
            close();
            connect();
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder(64);
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("The connection ends after '" + line + "'");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

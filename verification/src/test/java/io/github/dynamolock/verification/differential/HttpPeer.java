package io.github.dynamolock.verification.differential;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A peer at the end of one HTTP connection, without the cost of a client that can do more. */
final class HttpPeer implements Peer {
    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket;
    private final InputStream in;
    private Call sent = new Call("", Json.object(), "");

    HttpPeer(URI endpoint) throws IOException {
        socket = new Socket(InetAddress.getByName(endpoint.getHost()), endpoint.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    @Override
    public void send(Call call) throws IOException {
        sent = call;
        byte[] body = call.body().toString().getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream request = new ByteArrayOutputStream(body.length + 400);
        request.writeBytes(("POST / HTTP/1.1\r\n"
                        + "Host: 127.0.0.1\r\n"
                        + "Content-Type: application/x-amz-json-1.0\r\n"
                        + "X-Amz-Target: DynamoDB_20120810." + call.operation() + "\r\n"
                        + "X-Amz-Date: 20260101T000000Z\r\n"
                        + "Authorization: AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/dynamodb/aws4_request, "
                        + "SignedHeaders=host, Signature=0\r\n"
                        + "Content-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        request.writeBytes(body);
        request.writeTo(socket.getOutputStream());
        socket.getOutputStream().flush();
    }

    @Override
    public Answer receive() throws IOException {
        String statusLine = line();
        int status = Integer.parseInt(statusLine.split(" ", 3)[1]);
        int length = 0;
        for (String header = line(); !header.isEmpty(); header = line()) {
            int colon = header.indexOf(':');
            if (header.substring(0, colon).toLowerCase(Locale.ROOT).equals("content-length")) {
                length = Integer.parseInt(header.substring(colon + 1).strip());
            }
        }
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("the peer closed the connection on " + sent);
        }
        return Answer.of(sent, status, Json.parse(body));
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(64);
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the peer closed the connection on " + sent);
            }
            line.write(c);
        }
        return line.toString(StandardCharsets.US_ASCII).stripTrailing();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

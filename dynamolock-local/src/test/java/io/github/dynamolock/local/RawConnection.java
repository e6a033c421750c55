package io.github.dynamolock.local;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A connection on which tests say each byte themselves. */
final class RawConnection implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    RawConnection(LocalEndpoint endpoint) throws IOException {
        socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), endpoint.port());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    /** An answer: the status line, the headers with their names in lower case, and the body. */
    record Answer(String status, Map<String, String> headers, String text) {}

    RawConnection send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawConnection send(byte[] bytes) throws IOException {
        out.write(bytes);
        return this;
    }

    /** Says that no more will come, and goes on listening. */
    void endSending() throws IOException {
        socket.shutdownOutput();
    }

    Answer answer() throws IOException {
        Answer head = head();
        int length = Integer.parseInt(head.headers().getOrDefault("content-length", "0"));
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("The answer ends after " + body.length + " of " + length + " bytes");
        }
        return new Answer(head.status(), head.headers(), new String(body, StandardCharsets.UTF_8));
    }

    /** An answer without a body, whatever its headers say of one. */
    Answer head() throws IOException {
        String status = line();
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return new Answer(status, headers, "");
    }

    /** Whether the other side closed in good order, with nothing more said. */
    boolean isAtEnd() throws IOException {
        return in.read() < 0;
    }

    /** All that the other side still says until it closes, in good order or not. */
    String drain() throws IOException {
        StringBuilder said = new StringBuilder();
        try {
            for (int next = in.read(); next >= 0; next = in.read()) {
                said.append((char) next);
            }
        } catch (SocketException closed) {
            // It had not read all that was sent.
        }
        return said.toString();
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("The connection ends after '" + line + "'");
            }
            line.append((char) next);
        }
        return line.toString().strip();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

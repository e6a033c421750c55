package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a connection, byte for byte, which an HTTP client would hide. */
class HttpConnectionTests {
    private static final String CALL =
            "POST / HTTP/1.1\r\nHost: local\r\nX-Amz-Target: DynamoDB_20120810.ListTables\r\n";
    private static final String LIST_TABLES = CALL + "Content-Length: 2\r\n\r\n{}";
    private static final byte[] MEBIBYTE = new byte[1024 * 1024];

    private final LocalDynamoDb dynamo = LocalDynamoDb.create();
    private final LocalEndpoint endpoint = dynamo.serve(0);

    @AfterEach
    void close() {
        dynamo.close();
    }

    private static void assertAnswersCalls(RawConnection connection) throws IOException {
        RawConnection.Answer answer = connection.send(LIST_TABLES).answer();
        assertThat(answer.status()).startsWith("HTTP/1.1 200");
        assertThat(answer.text()).isEqualTo("{\"TableNames\":[]}");
    }

    @Test
    void noIdleConnectionIsClosedForOthers() throws Exception {
        List<RawConnection> connections = new ArrayList<>();
        try {
            for (int i = 0; i < 250; i++) {
                connections.add(new RawConnection(endpoint));
            }
            for (int round = 0; round < 2; round++) {
                for (RawConnection connection : connections) {
                    assertAnswersCalls(connection);
                }
            }
        } finally {
            for (RawConnection connection : connections) {
                connection.close();
            }
        }
    }

    @Test
    void idleConnectionsAreKeptLongerThanClientsKeepThem() throws Exception {
        try (RawConnection connection = new RawConnection(endpoint)) {
            connection.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
            assertThat(connection.answer().headers().get("keep-alive")).startsWith("timeout=86400");
            assertAnswersCalls(connection);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 40})
    void aRefusedMethodIsReadToItsEnd(int mebibytes) throws Exception {
        try (RawConnection connection = new RawConnection(endpoint)) {
            connection.send("DELETE / HTTP/1.1\r\nHost: local\r\n");
            sendBody(connection, mebibytes);
            assertThat(connection.answer().status()).startsWith("HTTP/1.1 405");
            assertAnswersCalls(connection);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 80})
    void aBodyOverTheLimitIsReadToItsEnd(int mebibytes) throws Exception {
        try (RawConnection connection = new RawConnection(endpoint)) {
            connection.send(CALL);
            sendBody(connection, mebibytes);
            RawConnection.Answer answer = connection.answer();
            assertThat(answer.status()).startsWith("HTTP/1.1 413");
            assertThat(answer.text()).contains("RequestEntityTooLargeException");
            assertChecked(answer);
            assertAnswersCalls(connection);
        }
    }

    private static void sendBody(RawConnection connection, int mebibytes) throws IOException {
        connection.send("Content-Length: " + (long) mebibytes * MEBIBYTE.length + "\r\n\r\n");
        for (int i = 0; i < mebibytes; i++) {
            connection.send(MEBIBYTE);
        }
    }

    @Test
    void aBodyOverTheLimitInChunksIsReadToItsEnd() throws Exception {
        try (RawConnection connection = new RawConnection(endpoint)) {
            connection.send(CALL + "Transfer-Encoding: chunked\r\n\r\n");
            for (int i = 0; i < 40; i++) {
                connection.send("100000\r\n").send(MEBIBYTE).send("\r\n");
            }
            connection.send("0\r\n\r\n");
            assertThat(connection.answer().status()).startsWith("HTTP/1.1 413");
            assertAnswersCalls(connection);
        }
    }

    @Test
    void bodiesMayComeInChunks() throws Exception {
        try (RawConnection connection = new RawConnection(endpoint)) {
            connection.send(CALL + "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n");
            assertThat(connection.answer().text()).isEqualTo("{\"TableNames\":[]}");
            assertAnswersCalls(connection);
        }
    }

    @Test
    void whoAsksBeforeSendingIsToldToGoOn() throws Exception {
        try (RawConnection connection = new RawConnection(endpoint)) {
            connection.send(CALL + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n");
            assertThat(connection.head().status()).startsWith("HTTP/1.1 100");
            assertThat(connection.send("{}").answer().text()).isEqualTo("{\"TableNames\":[]}");
            assertAnswersCalls(connection);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 10\r\n\r\n{}", "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n"})
    void aBodyCutShortIsNoCall(String begun) throws Exception {
        try (RawConnection connection = new RawConnection(endpoint)) {
            connection.send(CALL + begun).endSending();
            assertThat(connection.isAtEnd()).isTrue();
            assertThat(dynamo.calls().total()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Content-Length: 0\r\n", "Content-Length: 1\r\n"})
    void aCallWithoutABodyIsRefused(String length) throws Exception {
        try (RawConnection connection = new RawConnection(endpoint)) {
            connection.send(CALL + length + "\r\n" + (length.contains("1") ? " " : ""));
            RawConnection.Answer answer = connection.answer();
            assertThat(answer.status()).startsWith("HTTP/1.1 400");
            assertThat(answer.text()).contains("com.amazon.coral.service#SerializationException");
            assertChecked(answer);
            assertAnswersCalls(connection);
        }
    }

    @Test
    void looksAreAnsweredWithOrWithoutBody() throws Exception {
        try (RawConnection connection = new RawConnection(endpoint)) {
            RawConnection.Answer get =
                    connection.send("GET / HTTP/1.1\r\nHost: local\r\n\r\n").answer();
            assertThat(get.status()).startsWith("HTTP/1.1 200");
            assertThat(get.text()).isEqualTo("healthy: dynamolock-local");
            assertChecked(get);
            RawConnection.Answer head =
                    connection.send("HEAD / HTTP/1.1\r\nHost: local\r\n\r\n").head();
            assertThat(head.status()).startsWith("HTTP/1.1 200");
            assertAnswersCalls(connection);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1\r\nConnection: close", "HTTP/1.0"})
    void whoWantsOneAnswerGetsOne(String version) throws Exception {
        try (RawConnection connection = new RawConnection(endpoint)) {
            connection.send(LIST_TABLES.replace("HTTP/1.1", version));
            assertThat(connection.answer().text()).isEqualTo("{\"TableNames\":[]}");
            assertThat(connection.isAtEnd()).isTrue();
        }
    }

    @Test
    void errorsCarryRequestIdAndChecksumToo() throws Exception {
        try (RawConnection connection = new RawConnection(endpoint)) {
            connection.send(LIST_TABLES.replace("ListTables", "MakeCoffee"));
            RawConnection.Answer answer = connection.answer();
            assertThat(answer.status()).startsWith("HTTP/1.1 400");
            assertChecked(answer);
        }
    }

    private static void assertChecked(RawConnection.Answer answer) {
        CRC32 checksum = new CRC32();
        checksum.update(answer.text().getBytes(StandardCharsets.UTF_8));
        assertThat(answer.headers()).containsEntry("x-amz-crc32", Long.toString(checksum.getValue()));
        assertThat(answer.headers().get("x-amzn-requestid")).matches("[A-Z0-9]{52}");
    }
}

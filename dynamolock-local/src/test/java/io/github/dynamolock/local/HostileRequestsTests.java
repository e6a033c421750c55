package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests that no SDK sends: none is answered by an internal error, and the next one is served. Another seed and more of
 * them by {@code DYNAMOLOCK_FUZZ_SEED} and {@code DYNAMOLOCK_FUZZ_REQUESTS}.
 */
class HostileRequestsTests {
    private static final long SEED = number("DYNAMOLOCK_FUZZ_SEED", 20261130);
    private static final long REQUESTS = number("DYNAMOLOCK_FUZZ_REQUESTS", 1000);

    private static final List<String> BODIES = List.of(
            "{\"TableName\":\"things\",\"Item\":{\"pk\":{\"S\":\"a\"},\"n\":{\"N\":\"1\"},\"b\":{\"B\":\"AAEC\"}}}",
            "{\"TableName\":\"things\",\"Key\":{\"pk\":{\"S\":\"a\"}},\"ConsistentRead\":true}",
            "{\"TableName\":\"things\",\"Key\":{\"pk\":{\"S\":\"a\"}},\"UpdateExpression\":\"SET #n = if_not_exists(#n,"
                    + " :v) + :w REMOVE x[1].y\",\"ConditionExpression\":\"attribute_not_exists(pk) OR (n BETWEEN :v"
                    + " AND :w AND NOT begins_with(pk, :t))\",\"ExpressionAttributeNames\":{\"#n\":\"n\"},"
                    + "\"ExpressionAttributeValues\":{\":v\":{\"N\":\"1\"},\":w\":{\"N\":\"2\"},\":t\":{\"S\":\"x\"}}}",
            "{\"TableName\":\"things\",\"KeyConditionExpression\":\"pk = :p\",\"ExpressionAttributeValues\":{\":p\":"
                    + "{\"S\":\"a\"}},\"Limit\":10,\"ExclusiveStartKey\":{\"pk\":{\"S\":\"a\"}}}",
            "{\"TransactItems\":[{\"Put\":{\"TableName\":\"things\",\"Item\":{\"pk\":{\"S\":\"b\"}}}}]}",
            "{\"RequestItems\":{\"things\":[{\"PutRequest\":{\"Item\":{\"pk\":{\"S\":\"c\"}}}}]}}",
            "{\"TableName\":\"more\",\"BillingMode\":\"PAY_PER_REQUEST\",\"KeySchema\":[{\"AttributeName\":\"pk\","
                    + "\"KeyType\":\"HASH\"}],\"AttributeDefinitions\":[{\"AttributeName\":\"pk\","
                    + "\"AttributeType\":\"S\"}]}");

    private static final List<String> OPERATIONS = List.of(
            "PutItem",
            "GetItem",
            "UpdateItem",
            "DeleteItem",
            "Query",
            "Scan",
            "TransactWriteItems",
            "TransactGetItems",
            "BatchWriteItem",
            "BatchGetItem",
            "CreateTable",
            "UpdateTable",
            "DescribeTable",
            "ListTables",
            "UpdateTimeToLive",
            "DescribeTimeToLive");

    private static final List<String> PIECES = List.of(
            "{",
            "}",
            "[",
            "]",
            "\"",
            ":",
            ",",
            "null",
            "true",
            "-1",
            "1e999",
            "1E999999999",
            "99999999999999999999",
            "\\u0000",
            "\\ud800",
            "\u0000",
            "(",
            ")",
            ":v",
            "#n",
            "{\"S\":\"\"}",
            "{\"N\":\"x\"}",
            "{\"L\":[",
            "SET",
            "NOT ",
            " AND ",
            "size(",
            "\"NULL\":false");

    private final LocalDynamoDb dynamo = LocalDynamoDb.create();
    private final LocalEndpoint endpoint = dynamo.serve(0);

    @AfterEach
    void close() {
        dynamo.close();
    }

    private static long number(String variable, long otherwise) {
        String given = System.getenv(variable);
        return given == null ? otherwise : Long.parseLong(given);
    }

    private static String request(String target, byte[] body) {
        return "POST / HTTP/1.1\r\nHost: local\r\nX-Amz-Target: DynamoDB_20120810." + target + "\r\nContent-Length: "
                + body.length + "\r\n\r\n";
    }

    private static RawConnection.Answer call(RawConnection connection, String operation, String text)
            throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        return connection.send(request(operation, body)).send(body).answer();
    }

    private void assertServesOthers() throws IOException {
        try (RawConnection connection = new RawConnection(endpoint)) {
            assertThat(call(connection, "ListTables", "{}").status()).startsWith("HTTP/1.1 200");
        }
    }

    private static <T> T any(SplittableRandom random, List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private static String damaged(SplittableRandom random, String body) {
        StringBuilder text = new StringBuilder(body);
        for (int edits = random.nextInt(4); edits > 0 && !text.isEmpty(); edits--) {
            int from = random.nextInt(text.length());
            int to = Math.min(text.length(), from + random.nextInt(8));
            text.replace(from, to, random.nextInt(4) == 0 ? "" : any(random, PIECES));
        }
        return text.toString();
    }

    @Test
    void aBodyOfAnyKindIsAnsweredAndNeverByAnInternalError() throws Exception {
        try (RawConnection connection = new RawConnection(endpoint)) {
            call(connection, "CreateTable", BODIES.get(6).replace("more", "things"));
            for (long i = 0; i < REQUESTS; i++) {
                SplittableRandom random = new SplittableRandom(SEED + i);
                String operation = any(random, OPERATIONS);
                String body = damaged(random, any(random, BODIES));
                RawConnection.Answer answer = call(connection, operation, body);
                assertThat(answer.status())
                        .as("seed %d, %s of %s: %s", SEED + i, operation, body, answer.text())
                        .containsPattern(" (200|400) ");
            }
        }
        assertServesOthers();
    }

    @Test
    void bytesThatAreNoTextAreRefused() throws Exception {
        try (RawConnection connection = new RawConnection(endpoint)) {
            for (long i = 0; i < REQUESTS; i++) {
                SplittableRandom random = new SplittableRandom(SEED + i);
                byte[] body = new byte[random.nextInt(1, 200)];
                random.nextBytes(body);
                RawConnection.Answer answer =
                        connection.send(request("PutItem", body)).send(body).answer();
                assertThat(answer.status())
                        .as("seed %d: %s", SEED + i, answer.text())
                        .contains(" 400 ");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 500, 5_000, 200_000})
    void whatIsNestedWithoutEndIsRefused(int depth) throws Exception {
        String lists = "{\"TableName\":\"t\",\"Item\":{\"pk\":" + "{\"L\":[".repeat(depth) + "]}".repeat(depth) + "}}";
        String condition = "(".repeat(depth) + "a = :v" + ")".repeat(depth);
        String negation = "NOT ".repeat(depth) + "a = :v";
        String path = "a" + ".a".repeat(depth);
        try (RawConnection connection = new RawConnection(endpoint)) {
            call(connection, "CreateTable", BODIES.get(6).replace("more", "t"));
            assertThat(call(connection, "PutItem", "[".repeat(depth)).status()).contains(" 400 ");
            assertThat(call(connection, "PutItem", lists).status()).contains(" 400 ");
            for (String expression : List.of(condition, negation, path + " = :v")) {
                RawConnection.Answer answer = call(
                        connection,
                        "DeleteItem",
                        "{\"TableName\":\"t\",\"Key\":{\"pk\":{\"S\":\"a\"}},\"ConditionExpression\":\"" + expression
                                + "\",\"ExpressionAttributeValues\":{\":v\":{\"S\":\"a\"}}}");
                assertThat(answer.status()).as(answer.text()).contains(" 400 ");
            }
            assertThat(call(connection, "ListTables", "{}").status()).contains(" 200 ");
        }
    }

    @Test
    void anyFirstLineAndHeadersLeaveItServing() throws Exception {
        for (long i = 0; i < Math.min(REQUESTS, 2000) / 10; i++) {
            SplittableRandom random = new SplittableRandom(SEED + i);
            byte[] noise = new byte[random.nextInt(1, 300)];
            random.nextBytes(noise);
            String line = random.nextBoolean() ? "POST /" : "";
            try (RawConnection connection = new RawConnection(endpoint)) {
                connection.send(line).send(noise).send("\r\n\r\n").endSending();
                connection.drain();
            }
        }
        assertServesOthers();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "x", "99999999999999999999", "", "0x10"})
    void aLengthThatIsNoneIsNoCall(String length) throws Exception {
        try (RawConnection connection = new RawConnection(endpoint)) {
            connection.send("POST / HTTP/1.1\r\nHost: local\r\nX-Amz-Target: DynamoDB_20120810.ListTables\r\n"
                    + "Content-Length: " + length + "\r\n\r\n{}");
            connection.endSending();
            assertThat(connection.drain()).doesNotContain(" 200 ", " 500 ");
            assertThat(dynamo.calls().total()).isZero();
        }
        assertServesOthers();
    }

    @ParameterizedTest
    @ValueSource(strings = {"17000000", "9223372036854775807"})
    void aLengthThatPromisesMoreThanComesIsNoCallAndTakesNoMemory(String length) throws Exception {
        List<RawConnection> liars = new ArrayList<>();
        try {
            for (int i = 0; i < 200; i++) {
                RawConnection liar = new RawConnection(endpoint);
                liars.add(liar);
                liar.send("POST / HTTP/1.1\r\nHost: local\r\nX-Amz-Target: DynamoDB_20120810.ListTables\r\n"
                        + "Content-Length: " + length + "\r\n\r\n{}");
            }
            assertServesOthers();
            assertThat(dynamo.calls().total()).isEqualTo(1);
        } finally {
            for (RawConnection liar : liars) {
                liar.close();
            }
        }
    }

    @Test
    void whatFollowsAShorterLengthIsNoPartOfTheCall() throws Exception {
        try (RawConnection connection = new RawConnection(endpoint)) {
            connection.send("POST / HTTP/1.1\r\nHost: local\r\nX-Amz-Target: DynamoDB_20120810.ListTables\r\n"
                    + "Content-Length: 2\r\n\r\n{}" + "x".repeat(100_000) + "\r\n\r\n");
            assertThat(connection.answer().text()).isEqualTo("{\"TableNames\":[]}");
        }
        assertThat(dynamo.calls().total()).isEqualTo(1);
        assertServesOthers();
    }

    @Test
    void whoSendsSlowlyDelaysNobody() throws Exception {
        List<RawConnection> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                RawConnection connection = new RawConnection(endpoint);
                slow.add(connection);
                connection.send(i % 2 == 0 ? "POST / HT" : request("ListTables", new byte[2]) + "{");
            }
            for (int i = 0; i < 20; i++) {
                assertServesOthers();
            }
            slow.get(1).send("}");
            assertThat(slow.get(1).answer().text()).isEqualTo("{\"TableNames\":[]}");
        } finally {
            for (RawConnection connection : slow) {
                connection.close();
            }
        }
    }

    @Test
    void nobodyFromAnotherMachineIsHeard() throws Exception {
        List<InetAddress> others = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress())
                .toList();
        assertThat(endpoint.uri().getHost()).isEqualTo("127.0.0.1");
        for (InetAddress address : others) {
            assertThatThrownBy(() -> connect(address)).as(address.toString()).isInstanceOf(ConnectException.class);
        }
        assertServesOthers();
    }

    private void connect(InetAddress address) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, endpoint.port()), 10_000);
        }
    }
}

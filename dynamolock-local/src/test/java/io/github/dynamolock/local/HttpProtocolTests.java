package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The protocol as it is on the wire, which the SDK's client would hide. */
class HttpProtocolTests {
    private final LocalDynamoDb dynamo = LocalDynamoDb.create();
    private final LocalEndpoint endpoint = dynamo.serve(0);
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        dynamo.close();
    }

    private HttpResponse<String> post(String target, String body) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(endpoint.uri())
                        .header("Content-Type", "application/x-amz-json-1.0")
                        .header("X-Amz-Target", target)
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private void createTable() throws IOException, InterruptedException {
        String body = """
                {"TableName": "things", "BillingMode": "PAY_PER_REQUEST",
                 "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
                 "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}]}""";
        HttpResponse<String> response = post("DynamoDB_20120810.CreateTable", body);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).containsPattern("\"CreationDateTime\":[0-9]{10}\\.[0-9]{3}[,}]");
    }

    @Test
    void anAnswerCarriesRequestIdAndChecksum() throws Exception {
        HttpResponse<String> response = post("DynamoDB_20120810.ListTables", "{}");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"TableNames\":[]}");
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/x-amz-json-1.0");
        assertThat(response.headers().firstValue("x-amzn-RequestId").orElseThrow())
                .matches("[A-Z0-9]{52}");
        CRC32 checksum = new CRC32();
        checksum.update(response.body().getBytes(StandardCharsets.UTF_8));
        assertThat(response.headers().firstValue("x-amz-crc32")).hasValue(Long.toString(checksum.getValue()));
    }

    @Test
    void valuesTravelInDynamoDbsForm() throws Exception {
        createTable();
        HttpResponse<String> put = post("DynamoDB_20120810.PutItem", """
                {"TableName": "things", "Item": {"pk": {"S": "a"}, "b": {"B": "AAEC/w=="}, "n": {"N": "1.0"},
                 "t": {"BOOL": true}, "z": {"NULL": true}}, "ReturnValues": null}""");
        assertThat(put.body()).isEqualTo("{}");
        assertThat(dynamo.client()
                        .getItem(g -> g.tableName("things").key(Map.of("pk", AttributeValue.fromS("a"))))
                        .item())
                .containsEntry("n", AttributeValue.fromN("1"))
                .containsEntry("z", AttributeValue.fromNul(true));
        assertThat(post("DynamoDB_20120810.GetItem", "{\"TableName\":\"things\",\"Key\":{\"pk\":{\"S\":\"a\"}}}")
                        .body())
                .contains("\"b\":{\"B\":\"AAEC/w==\"}", "\"n\":{\"N\":\"1\"}", "\"t\":{\"BOOL\":true}");
    }

    @Test
    void anUnknownOperationIsAnsweredByName() throws Exception {
        HttpResponse<String> response = post("DynamoDB_20120810.MakeCoffee", "{}");
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body())
                .contains("\"__type\":\"com.amazon.coral.service#UnknownOperationException\"", "MakeCoffee");
        assertThat(post("MakeTea", "{}").body()).contains("UnknownOperationException", "MakeTea");
    }

    @Test
    void errorsCarryDynamoDbsTypes() throws Exception {
        assertThat(post("DynamoDB_20120810.GetItem", "{\"TableName\":\"t\"}").body())
                .contains("\"__type\":\"com.amazon.coral.validate#ValidationException\"");
        assertThat(post("DynamoDB_20120810.DescribeTable", "{\"TableName\":\"nothing\"}")
                        .body())
                .contains("\"__type\":\"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException\"");
    }

    @Test
    void bodiesOfTheWrongShapeAreRefused() throws Exception {
        assertThat(post("DynamoDB_20120810.GetItem", "{").body())
                .contains("com.amazon.coral.service#SerializationException");
        assertThat(post("DynamoDB_20120810.GetItem", "[]").body()).contains("SerializationException");
        assertThat(post("DynamoDB_20120810.GetItem", "{\"TableName\":1}").body())
                .contains("SerializationException", "NUMBER_VALUE cannot be converted to String");
        assertThat(post("DynamoDB_20120810.Scan", "{\"Limit\":\"1\"}").body()).contains("SerializationException");
        assertThat(post("DynamoDB_20120810.PutItem", "{\"Item\":{\"b\":{\"B\":\"?\"}}}")
                        .body())
                .contains("SerializationException");
        assertThat(post("DynamoDB_20120810.GetItem", "{\"Tabelname\":\"x\"}").body())
                .contains("ValidationException", "dynamolock-local does not know the member Tabelname of GetItem");
    }

    @Test
    void aBodyOverSixteenMebibytesIsRefused() throws Exception {
        HttpResponse<String> response = post("DynamoDB_20120810.PutItem", "x".repeat(16 * 1024 * 1024 + 1));
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(response.body()).contains("RequestEntityTooLargeException");
    }

    @Test
    void otherMethodsAreNotCalls() throws Exception {
        HttpResponse<String> get =
                http.send(HttpRequest.newBuilder(endpoint.uri()).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(get.statusCode()).isEqualTo(200);
        HttpResponse<String> delete = http.send(
                HttpRequest.newBuilder(endpoint.uri()).DELETE().build(), HttpResponse.BodyHandlers.ofString());
        assertThat(delete.statusCode()).isEqualTo(405);
        assertThat(dynamo.calls().total()).isZero();
    }

    @Test
    void aPortInUseIsNamed() {
        assertThatIllegalStateException()
                .isThrownBy(() -> dynamo.serve(endpoint.port()))
                .withMessageContaining("Port " + endpoint.port() + " on 127.0.0.1 is in use");
    }

    @Test
    void aClosedEndpointFreesItsPort() throws Exception {
        int port = endpoint.port();
        endpoint.close();
        endpoint.close();
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(socket.isBound()).isTrue();
        }
        assertThat(endpoint.toString()).contains(Integer.toString(port));
    }

    @Test
    void theSdkRetriesWhatWasLost() throws Exception {
        createTable();
        try (DynamoDbClient client = Clients.withRetries(endpoint.uri())) {
            dynamo.calls().reset();
            dynamo.faults().on("PutItem").times(1).loseReply();
            client.putItem(p -> p.tableName("things").item(Map.of("pk", AttributeValue.fromS("a"))));
            assertThat(dynamo.calls().count("PutItem")).isEqualTo(2);
            dynamo.faults().on("PutItem").times(1).throttle();
            client.putItem(p -> p.tableName("things").item(Map.of("pk", AttributeValue.fromS("a"))));
            assertThat(dynamo.calls().count("PutItem")).isEqualTo(4);
        }
    }

    @Test
    void bothFrontsShowTheSameTables() throws Exception {
        createTable();
        assertThat(dynamo.client().listTables().tableNames()).containsExactly("things");
        try (LocalEndpoint second = dynamo.serve(0);
                DynamoDbClient client = Clients.withoutRetries(second.uri())) {
            assertThat(client.listTables().tableNames()).containsExactly("things");
        }
        dynamo.close();
        assertThatThrownBy(() -> post("DynamoDB_20120810.ListTables", "{}")).isInstanceOf(IOException.class);
    }
}

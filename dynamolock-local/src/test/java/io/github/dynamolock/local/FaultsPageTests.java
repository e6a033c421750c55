package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;

/** What docs/local-faults.md shows, run. */
class FaultsPageTests {
    private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    private final LocalDynamoDb dynamo = LocalDynamoDb.create();
    private final LocalEndpoint endpoint = dynamo.serve(0);
    private final List<DynamoDbClient> opened = new ArrayList<>();

    @BeforeEach
    void createTable() {
        dynamo.client()
                .createTable(table -> table.tableName("locks")
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .keySchema(Schemas.element("key", "HASH"))
                        .attributeDefinitions(Schemas.attribute("key", "S")));
    }

    @AfterEach
    void close() {
        opened.forEach(DynamoDbClient::close);
        dynamo.close();
    }

    @Test
    void everyExampleOfThePageIsInThisClass() throws IOException {
        Path source = Path.of("src/test/java", FaultsPageTests.class.getName().replace('.', '/') + ".java");
        String code = withoutBlanks(Files.readString(source));
        Matcher examples = EXAMPLE.matcher(Files.readString(Path.of("../docs/local-faults.md")));
        int count = 0;
        while (examples.find()) {
            assertThat(code).contains(withoutBlanks(examples.group(1)));
            count++;
        }
        assertThat(count).isEqualTo(4);
    }

    private static String withoutBlanks(String text) {
        return text.replaceAll("\\s", "");
    }

    @Test
    void faults() {
        dynamo.faults().on("UpdateItem").times(1).loseReply();
        dynamo.faults().onAny().table("locks").withProbability(0.05).throttle(Throttling.THROTTLING);
        dynamo.faults().on("UpdateItem").client("orders-1").after(2).times(1).duplicate();

        work();
        assertThat(dynamo.faults().strikes()).isNotEmpty();
    }

    @Test
    void clients() throws Exception {
        DynamoDbClient one = dynamo.client("orders-1");
        DynamoDbAsyncClient two = dynamo.asyncClient("orders-2");
        DynamoDbClient three = DynamoDbClient.builder()
                .endpointOverride(endpoint.uri())
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("orders-3", "any")))
                .build();

        opened.add(three);
        dynamo.faults().on("PutItem").duplicate();
        PutItemResponse unused = one.putItem(put(1));
        unused = two.putItem(put(2)).get(20, TimeUnit.SECONDS);
        unused = three.putItem(put(3));
        assertThat(dynamo.faults().strikes())
                .extracting(Strike::client)
                .containsExactly("orders-1", "orders-2", "orders-3");
    }

    @Test
    void order() throws Exception {
        DynamoDbClient one = dynamo.client();
        DynamoDbAsyncClient two = dynamo.asyncClient();

        HeldCalls late = dynamo.faults().on("PutItem").times(1).holdRequest();
        CompletableFuture<PutItemResponse> first = two.putItem(put(1));
        one.putItem(put(2));
        late.release();

        PutItemResponse unused = first.get(20, TimeUnit.SECONDS);
        assertThat(one.getItem(get -> get.tableName("locks").key(Map.of("key", AttributeValue.fromS("a"))))
                        .item())
                .containsEntry("version", AttributeValue.fromN("1"));
    }

    @Test
    void chance() {
        dynamo.faults().seed(42);
        dynamo.faults().on("UpdateItem").withProbability(0.3).loseReply();
        work();
        System.out.println(dynamo.faults().strikes());

        assertThat(dynamo.faults().strikes().toString()).contains("UpdateItem on [locks] by orders-1: reply lost");
    }

    private static PutItemRequest put(int version) {
        return PutItemRequest.builder()
                .tableName("locks")
                .item(Map.of(
                        "key", AttributeValue.fromS("a"), "version", AttributeValue.fromN(Integer.toString(version))))
                .build();
    }

    private void work() {
        DynamoDbClient client = dynamo.client("orders-1");
        int struck = 0;
        for (int i = 0; i < 20; i++) {
            try {
                var unused = client.updateItem(
                        update -> update.tableName("locks").key(Map.of("key", AttributeValue.fromS("a"))));
            } catch (SdkException e) {
                struck++;
            }
        }
        assertThat(struck).isBetween(1, 19);
    }
}

package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

class FileTests {
    private static final String TABLE = "things";

    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("dynamo.data");
    }

    private LocalDynamoDb open() {
        return LocalDynamoDb.builder().file(file()).build();
    }

    private static void createTable(DynamoDbClient client) {
        client.createTable(t -> t.tableName(TABLE)
                .billingMode("PAY_PER_REQUEST")
                .keySchema(Schemas.element("pk", "HASH"))
                .attributeDefinitions(Schemas.attribute("pk", "S"), Schemas.attribute("owner", "S"))
                .globalSecondaryIndexes(Schemas.index("by-owner", "owner")));
    }

    private static Map<String, AttributeValue> item(String key, String value) {
        return Map.of("pk", AttributeValue.fromS(key), "owner", AttributeValue.fromS(value));
    }

    private static void put(DynamoDbClient client, String key, String value) {
        client.putItem(p -> p.tableName(TABLE).item(item(key, value)));
    }

    private static Map<String, AttributeValue> get(DynamoDbClient client, String key) {
        return client.getItem(g -> g.tableName(TABLE).key(Map.of("pk", AttributeValue.fromS(key))))
                .item();
    }

    @Test
    void tablesAndItemsOutliveARestart() {
        Map<String, AttributeValue> all = Map.of(
                "pk", AttributeValue.fromS("all\n\u0001é🎈"),
                "n", AttributeValue.fromN("-1.5"),
                "b", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {0, -1})),
                "s", AttributeValue.fromNs(List.of("1", "2")),
                "m", AttributeValue.fromM(Map.of("l", AttributeValue.fromL(List.of(AttributeValue.fromBool(true))))),
                "e", AttributeValue.fromS(""),
                "nul", AttributeValue.fromNul(true));
        String arn;
        try (LocalDynamoDb dynamo = open()) {
            DynamoDbClient client = dynamo.client();
            createTable(client);
            arn = client.describeTable(d -> d.tableName(TABLE)).table().tableArn();
            client.putItem(p -> p.tableName(TABLE).item(all));
            put(client, "kept", "x");
            put(client, "gone", "x");
            client.deleteItem(d -> d.tableName(TABLE).key(Map.of("pk", AttributeValue.fromS("gone"))));
            client.updateTimeToLive(u -> u.tableName(TABLE)
                    .timeToLiveSpecification(t -> t.attributeName("ttl").enabled(true)));
            client.tagResource(t -> t.resourceArn(arn)
                    .tags(Tag.builder().key("team").value("locks").build()));
            client.updateTable(u -> u.tableName(TABLE).deletionProtectionEnabled(true));
        }
        for (int restart = 0; restart < 2; restart++) {
            try (LocalDynamoDb dynamo = open()) {
                DynamoDbClient client = dynamo.client();
                assertThat(client.scan(s -> s.tableName(TABLE)).items())
                        .containsExactlyInAnyOrder(all, item("kept", "x"));
                assertThat(client.scan(s -> s.tableName(TABLE).indexName("by-owner"))
                                .items())
                        .containsExactly(item("kept", "x"));
                assertThat(client.describeTimeToLive(d -> d.tableName(TABLE))
                                .timeToLiveDescription()
                                .attributeName())
                        .isEqualTo("ttl");
                assertThat(client.listTagsOfResource(l -> l.resourceArn(arn)).tags())
                        .hasSize(1);
                assertThat(client.describeTable(d -> d.tableName(TABLE)).table().deletionProtectionEnabled())
                        .isTrue();
            }
        }
    }

    @Test
    void aDeletedTableStaysDeletedAndItsSuccessorIsEmpty() {
        try (LocalDynamoDb dynamo = open()) {
            createTable(dynamo.client());
            put(dynamo.client(), "a", "x");
            dynamo.client().deleteTable(d -> d.tableName(TABLE));
        }
        try (LocalDynamoDb dynamo = open()) {
            assertThatThrownBy(() -> get(dynamo.client(), "a")).isInstanceOf(ResourceNotFoundException.class);
            createTable(dynamo.client());
        }
        try (LocalDynamoDb dynamo = open()) {
            assertThat(get(dynamo.client(), "a")).isEmpty();
        }
    }

    @Test
    void whatExpiresIsGoneFromTheFileToo() {
        SettableClock clock = new SettableClock(Instant.parse("2030-01-01T00:00:00Z"));
        try (LocalDynamoDb dynamo =
                LocalDynamoDb.builder().clock(clock).file(file()).build()) {
            createTable(dynamo.client());
            dynamo.client()
                    .updateTimeToLive(u -> u.tableName(TABLE)
                            .timeToLiveSpecification(t -> t.attributeName("ttl").enabled(true)));
            dynamo.client()
                    .putItem(p -> p.tableName(TABLE)
                            .item(Map.of(
                                    "pk",
                                    AttributeValue.fromS("a"),
                                    "ttl",
                                    AttributeValue.fromN(
                                            Long.toString(clock.instant().getEpochSecond())))));
            clock.advance(Duration.ofSeconds(1));
            assertThat(get(dynamo.client(), "a")).isEmpty();
        }
        clock.advance(Duration.ofSeconds(-1));
        try (LocalDynamoDb dynamo =
                LocalDynamoDb.builder().clock(clock).file(file()).build()) {
            assertThat(get(dynamo.client(), "a")).isEmpty();
        }
    }

    /** As a process leaves the file that is killed at any point of its last write. */
    @Test
    void aFileTornAnywhereInItsLastWriteKeepsAllBeforeAndTransactionsWhole() throws IOException {
        long before;
        try (LocalDynamoDb dynamo = open()) {
            DynamoDbClient client = dynamo.client();
            createTable(client);
            put(client, "a", "1");
            put(client, "b", "1");
            before = Files.size(file());
            client.transactWriteItems(t -> t.transactItems(
                    TransactWriteItem.builder()
                            .put(p -> p.tableName(TABLE).item(item("a", "2")))
                            .build(),
                    TransactWriteItem.builder()
                            .delete(d -> d.tableName(TABLE).key(Map.of("pk", AttributeValue.fromS("b"))))
                            .build()));
        }
        byte[] whole = Files.readAllBytes(file());
        List<Integer> lengths = new ArrayList<>();
        for (int length = (int) before; length <= whole.length; length += 31) {
            lengths.add(length);
        }
        lengths.add(whole.length - 1);
        for (int length : lengths) {
            Files.write(file(), Arrays.copyOf(whole, length));
            try (LocalDynamoDb dynamo = open()) {
                assertThat(get(dynamo.client(), "a")).isEqualTo(item("a", "1"));
                assertThat(get(dynamo.client(), "b")).isEqualTo(item("b", "1"));
                put(dynamo.client(), "c", "after");
            }
            try (LocalDynamoDb dynamo = open()) {
                assertThat(get(dynamo.client(), "c")).isEqualTo(item("c", "after"));
            }
        }
        Files.write(file(), whole);
        try (LocalDynamoDb dynamo = open()) {
            assertThat(get(dynamo.client(), "a")).isEqualTo(item("a", "2"));
            assertThat(get(dynamo.client(), "b")).isEmpty();
        }
    }

    @Test
    void aFileDamagedInTheMiddleIsRefusedAndLeftAsItIs() throws IOException {
        try (LocalDynamoDb dynamo = open()) {
            createTable(dynamo.client());
            put(dynamo.client(), "a", "value");
            put(dynamo.client(), "b", "value");
        }
        String damaged = Files.readString(file()).replaceFirst("value", "walue");
        Files.writeString(file(), damaged);
        assertThatThrownBy(this::open)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("damaged in line")
                .hasMessageContaining(file().toString());
        assertThat(file()).hasContent(damaged);
    }

    @Test
    void aFileThatIsNotOursIsRefusedAndLeftAsItIs() throws IOException {
        Files.writeString(file(), "something else");
        assertThatThrownBy(this::open)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is no data file of dynamolock-local");
        assertThat(file()).hasContent("something else");
    }

    @Test
    void aFileInUseIsRefused() {
        try (LocalDynamoDb first = open()) {
            assertThatThrownBy(this::open)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("is in use by another LocalDynamoDb");
            createTable(first.client());
        }
        open().close();
    }

    @Test
    void theDirectoryIsMadeAndNothingElseIsLeftInIt() throws IOException {
        Path nested = directory.resolve("some/where/dynamo.data");
        LocalDynamoDb.builder().file(nested).build().close();
        try (var files = Files.list(nested.getParent())) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .containsExactlyInAnyOrder("dynamo.data", "dynamo.data.lock");
        }
    }

    @Test
    void theFileDoesNotGrowWithoutEnd() throws IOException {
        String text = "x".repeat(100_000);
        try (LocalDynamoDb dynamo = open()) {
            createTable(dynamo.client());
            for (int i = 0; i < 60; i++) {
                int round = i;
                dynamo.client()
                        .putItem(p -> p.tableName(TABLE)
                                .item(Map.of(
                                        "pk",
                                        AttributeValue.fromS("a"),
                                        "v",
                                        AttributeValue.fromN(Integer.toString(round)),
                                        "text",
                                        AttributeValue.fromS(text))));
            }
            assertThat(Files.size(file())).isLessThan(2_000_000);
        }
        try (LocalDynamoDb dynamo = open()) {
            assertThat(get(dynamo.client(), "a")).containsEntry("v", AttributeValue.fromN("59"));
            assertThat(Files.size(file())).isLessThan(200_000);
        }
    }

    @Test
    void writersAtOnceLeaveInTheFileWhatTheyLeaveInMemory() {
        List<Map<String, AttributeValue>> left;
        String text = "x".repeat(2_000);
        try (LocalDynamoDb dynamo = open()) {
            DynamoDbClient client = dynamo.client();
            createTable(client);
            List<CompletableFuture<Void>> writers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                int writer = i;
                writers.add(CompletableFuture.runAsync(() -> {
                    for (int round = 0; round < 150; round++) {
                        put(client, "shared-" + round % 5, writer + "-" + round + text);
                        put(client, "own-" + writer, round + text);
                    }
                }));
            }
            writers.forEach(CompletableFuture::join);
            left = client.scan(s -> s.tableName(TABLE)).items();
            assertThat(left).hasSize(13);
        }
        try (LocalDynamoDb dynamo = open()) {
            assertThat(dynamo.client().scan(s -> s.tableName(TABLE)).items()).isEqualTo(left);
        }
    }

    @Test
    void aClosedOneReadsAndRefusesWrites() {
        LocalDynamoDb dynamo = open();
        createTable(dynamo.client());
        put(dynamo.client(), "a", "x");
        dynamo.close();
        dynamo.close();
        assertThat(get(dynamo.client(), "a")).isEqualTo(item("a", "x"));
        assertThatThrownBy(() -> put(dynamo.client(), "a", "y"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("takes no more writes");
        assertThat(get(dynamo.client(), "a")).isEqualTo(item("a", "x"));
    }
}

package io.github.dynamolock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.Tag;

class FileTests extends FileContract {
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
                writers.add(InThreads.run(() -> {
                    for (int round = 0; round < 60; round++) {
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
